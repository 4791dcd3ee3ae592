import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Image, PhotoPage } from '#contract/photos.ts'
import type { View } from '../layout/grid-scroller.ts'
import {
  combinePageStates,
  listRequestedPages,
  type MonthPosition,
  type MonthState,
  type OpenMonths,
  type RequestedPage,
} from './month-pages.ts'
import { createCachedPhotoLookup, evictPages, pageQueryAt } from './photo-cache.ts'
import type { PhotoList } from './photo-list.ts'
import { partQuery } from './photo-list-queries.ts'
import { isRemovalInProgress } from './removal-in-progress.ts'

export interface MonthPages {
  /** The photo at a position, if it is cached. */
  photoAt: (month: string, index: number) => Image | undefined
  getState: (month: string) => MonthState
  /** Fetches a month's failed pages again. */
  retry: (month: string) => void
  /** Refetches the page that contains a position, because the addresses of its pictures have expired. */
  renew: (position: MonthPosition) => Promise<void>
}

/** Loads the pages of the rows in view, keeps them fresh, and gives access to their photos and states. */
export function useMonthPages(view: View | null, list: PhotoList, open: OpenMonths): MonthPages {
  const queries = useQueryClient()
  const requestedPages = useMemo(
    () => (view ? listRequestedPages(view.layout, view.months, view.visibleRows, open) : []),
    [view, open],
  )
  const results = useQueries({
    queries: requestedPages.map(({ month, part }) => partQuery(queries, list, month, part)),
  })
  useEffect(() => {
    if (requestedPages.length > 0) evictPages(queries)
  }, [queries, requestedPages])
  useStaleCountsRefetch(view, list, requestedPages, results)

  const filterByMonth = (month: string) =>
    results.filter((_, index) => requestedPages[index]?.month === month)
  return {
    photoAt: createCachedPhotoLookup(queries, list),
    getState: month => combinePageStates(filterByMonth(month)),
    retry: month => {
      for (const result of filterByMonth(month)) if (result.isError) void result.refetch()
    },
    renew: useCallback(
      async (position: MonthPosition) => {
        const query = pageQueryAt(queries, list, position, open)
        const updatedAt = queries.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0
        // All pictures of a page fail together: they share one fetch, and a page just fetched is not refetched.
        if (Date.now() - updatedAt < JUST_FETCHED) return
        await queries.refetchQueries({ queryKey: query.queryKey }, { cancelRefetch: false })
      },
      [queries, list, open],
    ),
  }
}

const JUST_FETCHED = 20_000

/** Refetches the counts when a month's page has another number of photos than its count: the counts are stale. */
function useStaleCountsRefetch(
  view: View | null,
  list: PhotoList,
  requestedPages: RequestedPage[],
  results: { data?: PhotoPage; isFetching: boolean }[],
) {
  const queries = useQueryClient()
  const comparedDifferences = useRef('')
  const differingPages = requestedPages.filter(({ month, part }, index) => {
    const { data, isFetching } = results[index] ?? {}
    const count = view?.months.find(({ key }) => key === month)?.count
    if (part !== 'first' || !data || isFetching || count === undefined) return false
    return data.cursor === null ? data.images.length !== count : count <= data.images.length
  })
  const differences = differingPages.map(({ month }) => month).join()
  useEffect(() => {
    // Once per difference: a server whose counts never match must not cause endless requests.
    if (differences === '' || differences === comparedDifferences.current || isRemovalInProgress(queries))
      return
    comparedDifferences.current = differences
    void queries.invalidateQueries({ queryKey: list.counts })
  }, [differences, queries, list.counts])
}
