import { createYoga } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { queryMerchandise } from '#contract/merchandise.ts'
import { type Context, memoizePerContext } from '../../context.ts'
import { EncodedAnswer } from '../../http/encoded-answer.ts'
import { runInTurn } from '../../http/run-in-turn.ts'
import { loadChannels } from './channels.ts'
import { createQueryLimits } from './query-limits.ts'
import { type QueryContext, schema } from './schema.ts'

/**
 * Executes a GraphQL query (AA-111). Faults of the query are in the answer's `errors`, as the GraphQL specification
 * requires; a query above a limit is not executed. Errors of the server are logged and not shown. The same query on
 * the same versions of the channels is executed once, because its answer is the same for every customer.
 */
export async function executeQuery(
  ctx: Context,
  accountId: string,
  query: z.output<typeof queryMerchandise.body>,
): Promise<MerchandiseAnswer> {
  const channels = await loadChannels(ctx)
  const versions = Array.from(channels.values(), ({ channel_id, version }) => [channel_id, version])
  const key = JSON.stringify([versions, query])
  const cache = getAnswerCache(ctx)
  // The same query may have been answered while this one waited.
  return (
    cache.get(key) ??
    runInTurn(ctx, accountId, async () => cache.get(key) ?? execute(ctx, channels, query, key))
  )
}

async function execute(
  ctx: Context,
  channels: QueryContext['channels'],
  query: z.output<typeof queryMerchandise.body>,
  key: string,
): Promise<MerchandiseAnswer> {
  const request = {
    method: 'POST',
    // With this media type faulty queries are answered with 200 (GraphQL over HTTP, 6.4.1).
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(query),
  }
  const response = await getServer(ctx).fetch(ADDRESS, request, { channels })
  const answer = new EncodedAnswer<Content>(Buffer.from(await response.text()))
  if (!hasErrors(answer)) getAnswerCache(ctx).set(key, answer, { size: key.length + answer.json.length })
  return answer
}

type Content = z.input<typeof queryMerchandise.answer>
type MerchandiseAnswer = EncodedAnswer<Content>

/** No text of the answer can contain these characters, because quotes in it are escaped. */
const hasErrors = ({ json }: MerchandiseAnswer) => json.includes('"errors":[')

/**
 * Cached answers by versions and query, as bytes, because the garbage collector would visit every option of every
 * article of objects. The whole assortment of a large channel has about 600,000 bytes, and there is a channel for each
 * brand.
 */
const getAnswerCache = memoizePerContext(
  () => new LRUCache<string, MerchandiseAnswer>({ maxSize: 16_000_000, maxEntrySize: 2_000_000 }),
)

/** No request is sent to it: the server is called within the process. */
const ADDRESS = 'http://merchandise/'

const getServer = memoizePerContext(({ config, log }) =>
  // biome-ignore lint/complexity/noBannedTypes: the server context is all that is added
  createYoga<QueryContext, {}>({
    schema,
    graphqlEndpoint: '/',
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    // Not cached: the cost of a query depends on its variables and on the assortments, too.
    parserAndValidationCache: false,
    maskedErrors: { isDev: false },
    logging: {
      debug: () => {},
      info: () => {},
      warn: (...args: unknown[]) => log.warn({ args }, 'merchandise'),
      error: (err: unknown) => log.error({ err }, 'merchandise query failed'),
    },
    plugins: createQueryLimits({ withIntrospection: config.checkAnswers || config.graphqlIntrospection }),
  }),
)
