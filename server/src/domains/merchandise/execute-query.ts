import { createYoga } from 'graphql-yoga'
import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { queryMerchandise } from '#contract/merchandise.ts'
import { type Context, perContext } from '../../context.ts'
import { loadChannels } from './channels.ts'
import { queryLimits } from './query-limits.ts'
import { type QueryContext, schema } from './schema.ts'

/**
 * Answers a GraphQL query (AA-111). What is wrong with it is in the answer's `errors`, as the GraphQL specification has it; a
 * query above a limit is not executed. Errors of the server itself are logged, and the answer does not show them.
 */
export async function executeQuery(
  ctx: Context,
  query: z.output<typeof queryMerchandise.body>,
): Promise<Answer<typeof queryMerchandise>> {
  const channels = await loadChannels(ctx)
  const request = {
    method: 'POST',
    // With this type faulty queries are answered with 200 (GraphQL over HTTP, 6.4.1).
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(query),
  }
  const response = await serverOf(ctx).fetch(ADDRESS, request, { channels })
  return (await response.json()) as Answer<typeof queryMerchandise>
}

/** Never opened: the server is called within the process. */
const ADDRESS = 'http://merchandise/'

const serverOf = perContext(({ config, log }) =>
  // biome-ignore lint/complexity/noBannedTypes: the server context is all that is added
  createYoga<QueryContext, {}>({
    schema,
    graphqlEndpoint: '/',
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    // The cost of a query depends on its variables and on the assortments, too.
    parserAndValidationCache: false,
    maskedErrors: { isDev: false },
    logging: {
      debug: () => {},
      info: () => {},
      warn: (...args: unknown[]) => log.warn({ args }, 'merchandise'),
      error: (err: unknown) => log.error({ err }, 'merchandise query failed'),
    },
    plugins: queryLimits({ withIntrospection: config.checkAnswers || config.demo }),
  }),
)
