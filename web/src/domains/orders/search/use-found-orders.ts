import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { normalizeSearchText, splitSearchWords } from '#contract/order-search.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { type Assortment, useAssortment } from '#web/domains/merchandise/index.ts'
import { call } from '#web/platform/http/call.ts'
import { cachedOrdersQuery, cacheOrders } from '../cached-orders.ts'
import { orderKeys } from '../order-queries.ts'
import type { OrderFilter } from './use-order-search.ts'

/** Most articles that a search can name. */
const ARTICLES_MAX = 100

/** Loads the orders that match a filter, page by page; the orders themselves are in `cachedOrdersQuery`. */
export function useFoundOrders({ query, state, year }: OrderFilter, { isEnabled }: { isEnabled: boolean }) {
  const articleNames = findArticles(query, useAssortment())
  const found = useInfiniteQuery({
    queryKey: [...orderKeys.search, query, state, year, articleNames],
    queryFn: ({ client, pageParam, signal }) =>
      loadFoundOrders(client, { query, state, year, articleNames, cursor: pageParam }, signal),
    enabled: isEnabled,
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  })
  const cachedOrders = useQuery(cachedOrdersQuery).data
  const pages = found.data?.pages
  const codes = pages?.flatMap(page => page.codes)
  return {
    ...found,
    orders: codes?.flatMap(code => cachedOrders.get(code)?.order ?? []),
    total: pages?.[0]?.total ?? 0,
    /** What these orders were searched for; while the next ones load, not yet the filter's. */
    query: pages?.[0]?.query ?? query,
    years: pages?.[0]?.years,
  }
}

/** Lists the articles whose name in the channel has all words of the query; the service knows no such names. */
function findArticles(query: string, { findArticles: find }: Assortment): string[] {
  const words = splitSearchWords(query)
  if (words.length === 0) return []
  return find(name => {
    const normalized = normalizeSearchText(name)
    return words.every(word => normalized.includes(word))
  }).slice(0, ARTICLES_MAX)
}

/** Loads and caches a page of the orders that match; returns their codes with the figures of the page, and the query. `cursor`: '' for the first. */
async function loadFoundOrders(
  client: QueryClient,
  { query, state, year, articleNames, cursor }: OrderFilter & { articleNames: string[]; cursor: string },
  signal: AbortSignal,
) {
  const requestedAt = Date.now()
  const parameters = {
    ...(query && { q: query }),
    ...(state && { state }),
    ...(year && { year }),
    ...(cursor && { cursor }),
    ...(articleNames.length > 0 && { articleNames }),
  }
  const { superOrders, ...page } = await call(searchOrders, { query: parameters }, { signal })
  cacheOrders(client, superOrders, requestedAt)
  return { ...page, query, codes: superOrders.map(order => order.superOrderCode) }
}
