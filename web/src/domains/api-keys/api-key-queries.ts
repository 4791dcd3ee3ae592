import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { getApiKeyCalls, getApiKeys } from '#contract/api-keys.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** The customer's keys; refetched at each visit, because systems use them without the customer. */
export const apiKeysQuery = callQuery(['api-keys', 'keys'], getApiKeys, { staleTime: 0 })

/** Calls per page of the list. */
const PAGE_SIZE = 20

export type CallFilter = 'all' | 'refused'

export const apiKeyCallsQuery = (filter: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['api-keys', 'calls', filter],
    queryFn: ({ pageParam: cursor, signal }) => {
      const refused = filter === 'refused' || undefined
      return call(getApiKeyCalls, { query: { limit: PAGE_SIZE, refused, cursor } }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.cursor,
    staleTime: 0,
  })

export const reloadApiKeys = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
