import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { LibraryPush } from '#contract/push.ts'
import { getTidyUp, getTidyUpGroups, getTidyUpTotals, type TidyUpKind } from '#contract/tidy-up.ts'
import { getAddressStaleTime } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** Start of the keys of all queries of Tidy up. */
export const TIDY_UP = ['tidy-up'] as const

/** Photos are still being looked at: push messages tell of new groups only. */
const SEARCHING_POLL_MS = 10_000

/** Changes are heard of only while the page is shown, so what was loaded before may show photos that are in the bin. */
const refetchOnMount = 'always'

/** Numbers of groups, and how far the search is. */
export const countsQuery = callQuery([...TIDY_UP, 'counts'], getTidyUp, {
  refetchInterval: query => (query.state.data?.state === 'searching' ? SEARCHING_POLL_MS : false),
  refetchOnMount,
})

/** What a decision about all groups of a kind would do. */
export const totalsQuery = (kind: TidyUpKind) =>
  callQuery([...TIDY_UP, 'totals', kind], getTidyUpTotals, { params: { kind }, refetchOnMount })

/** Groups that wait, newest first, page by page. */
export const groupsQuery = (kind: TidyUpKind) =>
  infiniteQueryOptions({
    queryKey: [...TIDY_UP, 'groups', kind],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(getTidyUpGroups, { params: { kind }, query: { cursor } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.cursor,
    staleTime: getAddressStaleTime,
    refetchOnMount,
  })

export const reloadTidyUp = (queries: QueryClient) => queries.invalidateQueries({ queryKey: TIDY_UP })

/** Whether groups, or what their photos are part of, may have changed; 'ready': changes may have been missed. */
export const isTidyUpChange = ({ type }: LibraryPush): boolean =>
  type === 'ready' || type === 'tidy-up-changed' || type === 'projects-changed' || type === 'order-changed'
