import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql'
import { type ComplexityEstimator, createComplexityRule } from 'graphql-query-complexity'
import { createSchema, createYoga, type Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { CHANNEL_NOT_FOUND, type queryMerchandise } from '#contract/merchandise.ts'
import { type Context, memoizePerContext } from '../../context.ts'
import { EncodedAnswer } from '../../http/encoded-answer.ts'
import { runInTurn } from '../../http/run-in-turn.ts'
import { loadChannels } from './channels.ts'
import type { ChannelRow } from './store.ts'

/** Limits of one query (acceptance 26). The whole assortment of a channel costs about 42,000. */
const QUERY_LIMITS = { depth: 6, aliases: 5, tokens: 1000, cost: 50_000 }

/** Plugins that refuse a query before it is executed. */
const createQueryLimits = ({ withIntrospection }: { withIntrospection: boolean }): QueryPlugin[] => [
  maxTokensPlugin({ n: QUERY_LIMITS.tokens }),
  maxDepthPlugin({ n: QUERY_LIMITS.depth }),
  maxAliasesPlugin({ n: QUERY_LIMITS.aliases, allowList: [] }),
  {
    onValidate({ addValidationRule, context: { channels, params } }) {
      if (!withIntrospection) addValidationRule(NoSchemaIntrospectionCustomRule)
      const estimators = [createSizeEstimator(getLargestSizes([...channels.values()]))]
      const variables = params?.variables ?? {}
      addValidationRule(createComplexityRule({ estimators, maximumComplexity: QUERY_LIMITS.cost, variables }))
    },
  },
]

/** The cost of a field is 1 plus the cost of its content, for a list multiplied by its length. */
const createSizeEstimator =
  (sizes: ListSizes): ComplexityEstimator =>
  ({ type, field, childComplexity }) => {
    const items = sizes[`${type.name}.${field.name}`] ?? 1
    return 1 + items * childComplexity
  }

/** Returns the largest lists of all channels, because which one a query asks for is known only when it is executed. */
const getLargestSizes = (channels: readonly ChannelRow[]): ListSizes =>
  mergeLargest([{ 'Query.channels': channels.length }, ...channels.map(getChannelSizes)])

const sizesByChannel = new WeakMap<ChannelRow, ListSizes>()

/**
 * Executes a GraphQL query. Faults of the query are in the answer's `errors`, as the GraphQL specification
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

type QueryPlugin = Plugin<QueryContext>

/** Largest length of lists, by the name of their field. */
type ListSizes = Readonly<Record<string, number>>

function getChannelSizes(channel: ChannelRow): ListSizes {
  const cachedSizes = sizesByChannel.get(channel)
  if (cachedSizes) return cachedSizes
  const { articles } = channel.body
  const sizes = mergeLargest([
    { 'Channel.Articles': articles.length },
    ...articles.map(({ links, extras }) => ({
      'Article.Links': links.length,
      'Article.Extras': extras.length,
      'Extra.Options': Math.max(0, ...extras.map(({ options }) => options.length)),
    })),
  ])
  sizesByChannel.set(channel, sizes)
  return sizes
}

function mergeLargest(sizesOfChannels: readonly ListSizes[]): ListSizes {
  const largestSizes: Record<string, number> = {}
  for (const sizes of sizesOfChannels)
    for (const [list, size] of Object.entries(sizes))
      largestSizes[list] = Math.max(largestSizes[list] ?? 0, size)
  return largestSizes
}

interface QueryContext {
  channels: ReadonlyMap<string, ChannelRow>
}

type Article = ChannelRow['body']['articles'][number]
type Extra = Article['extras'][number]

/** The schema of the merchandise service, with the field names of the documents, beside pages and prices. */
const schema = createSchema<QueryContext>({
  typeDefs: /* GraphQL */ `
    type Query {
      channels: [Channel!]!
      "Null, with the error 'Channel Not Found', for one that the retailer has not sent."
      channel(id: ID!): Channel
    }
    type Channel {
      ID: ID!
      Vendor: Vendor!
      ShopUrl: String!
      "ISO 4217."
      Currency: String!
      Articles: [Article!]!
    }
    type Vendor {
      ID: ID!
      Locale: String!
    }
    type Article {
      ID: ID!
      ArticleType: String!
      Title: String!
      "In millimetres."
      PageHeight: Float
      "In millimetres."
      PageWidth: Float
      PageCount: Int
      "What one costs at least, in minor units of the channel's currency."
      Price: Float
      Visible: Boolean!
      Links: [Link!]!
      Extras: [Extra!]!
    }
    type Link {
      Rel: String!
      Url: String!
    }
    type Extra {
      ID: ID!
      Title: String!
      Options: [Option!]!
    }
    type Option {
      ID: ID!
      Title: String!
    }
  `,
  resolvers: {
    Query: {
      channels: (_, __, { channels }) => [...channels.values()],
      channel(_, { id }: { id: string }, { channels }) {
        const channel = channels.get(id)
        if (!channel) throw new GraphQLError(CHANNEL_NOT_FOUND, { extensions: { code: 'NOT_FOUND' } })
        return channel
      },
    },
    Channel: {
      ID: ({ channel_id }: ChannelRow) => channel_id,
      Vendor: ({ body }: ChannelRow) => ({ ID: body.vendor.id, Locale: body.vendor.locale }),
      ShopUrl: ({ body }: ChannelRow) => body.shopUrl,
      Currency: ({ body }: ChannelRow) => body.currency,
      Articles: ({ body }: ChannelRow) => body.articles,
    },
    Article: {
      ID: ({ id }: Article) => id,
      ArticleType: ({ articleType }: Article) => articleType,
      Title: ({ title }: Article) => title,
      PageHeight: ({ pageHeight }: Article) => pageHeight,
      PageWidth: ({ pageWidth }: Article) => pageWidth,
      PageCount: ({ pageCount }: Article) => pageCount,
      Price: ({ price }: Article) => price,
      Visible: ({ visible }: Article) => visible,
      Links: ({ links }: Article) => links.map(({ rel, url }) => ({ Rel: rel, Url: url })),
      Extras: ({ extras }: Article) => extras,
    },
    Extra: {
      ID: ({ id }: Extra) => id,
      Title: ({ title }: Extra) => title,
      Options: ({ options }: Extra) => options.map(({ id, title }) => ({ ID: id, Title: title })),
    },
  },
})
