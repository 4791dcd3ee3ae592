import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { NoSchemaIntrospectionCustomRule } from 'graphql'
import { type ComplexityEstimator, createComplexityRule } from 'graphql-query-complexity'
import type { Plugin } from 'graphql-yoga'
import type { QueryContext } from './schema.ts'
import type { ChannelRow } from './store.ts'

/** Limits of one query (acceptance 26). The whole assortment of a channel costs about 42,000. */
const QUERY_LIMITS = { depth: 6, aliases: 5, tokens: 1000, cost: 50_000 }

/** Plugins that refuse a query before it is executed. */
export const createQueryLimits = ({ withIntrospection }: { withIntrospection: boolean }): QueryPlugin[] => [
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

type QueryPlugin = Plugin<QueryContext>

/** Largest length of lists, by the name of their field. */
type ListSizes = Readonly<Record<string, number>>

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

const sizesByChannel = new WeakMap<ChannelRow, ListSizes>()

function mergeLargest(sizesOfChannels: readonly ListSizes[]): ListSizes {
  const largestSizes: Record<string, number> = {}
  for (const sizes of sizesOfChannels)
    for (const [list, size] of Object.entries(sizes))
      largestSizes[list] = Math.max(largestSizes[list] ?? 0, size)
  return largestSizes
}
