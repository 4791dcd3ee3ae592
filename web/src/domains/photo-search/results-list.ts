import type { QueryClient } from '@tanstack/react-query'
import { formatFilter, type PhotoFilter } from '#contract/filter-query.ts'
import { getSearchMonthIndex, getSearchMonthPage, getSearchTimeline } from '#contract/photo-search.ts'
import { getPhoto, PHOTOS_PAGE, type SortKey } from '#contract/photos.ts'
import { toMonth, toMonthKey } from '#web/domains/photos/index.ts'
import { type PhotoList, photoListKeys, type Sort } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** Returns the photos that a filter finds, grouped by the month of the sort key. */
export function createResultsList(filter: PhotoFilter, sort: Sort): PhotoList {
  const query = { ...filter, sortKey: sort.key, sortOrder: sort.order, groupBy: sort.key }
  const toQuery = (key: string) => (toMonth(key).undated ? { ...query, undated: 'true' } : query)
  const fetchPage: PhotoList['fetchPage'] = (month, limit, cursor, signal) =>
    call(
      getSearchMonthPage,
      {
        params: toMonth(month),
        query: { ...toQuery(month), limit, ...(cursor === null ? {} : { cursor }) } as never,
      },
      { signal },
    )
  const fetchPhoto = (id: string, signal?: AbortSignal) =>
    call(getPhoto, { params: { id }, query: { sortKey: sort.key, sortOrder: sort.order } }, { signal })
  return {
    name: `found ${formatFilter(filter)} ${sort.key} ${sort.order}`,
    sort,
    fetchPage,
    fetchCursors: async (month, signal) =>
      (
        await call(
          getSearchMonthIndex,
          { params: toMonth(month), query: toQuery(month) as never },
          { signal },
        )
      ).cursors,
    locate: async (_queries: QueryClient, imageId) => {
      const key = toMonthKey(await fetchPhoto(imageId))
      return { month: key, index: await findIndex(fetchPage, key, imageId) }
    },
    fetchPhoto: async (id, signal) => (await fetchPhoto(id, signal)).image,
    rule: months => ({
      groupBy: sort.key,
      filters: [
        {
          filter,
          months: months.map(({ key }) => toMonth(key)),
          except: months.flatMap(({ except }) => except),
        },
      ],
    }),
    counts: foundTimelineQuery(filter, sort.key).queryKey,
  }
}

/** Loads the numbers of photos that a filter finds, by month; stale with every change of the library. */
export const foundTimelineQuery = (filter: PhotoFilter, groupBy: SortKey) =>
  callQuery([...photoListKeys.all, 'found', formatFilter(filter), groupBy], getSearchTimeline, {
    query: { ...filter, groupBy } as never,
  })

/** Finds a photo among the results of its month; rejects when it is not among them. */
async function findIndex(fetchPage: PhotoList['fetchPage'], month: string, imageId: string): Promise<number> {
  let cursor: string | null = null
  let before = 0
  do {
    const page: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(month, PHOTOS_PAGE, cursor)
    const index = page.images.findIndex(image => image.imageId === imageId)
    if (index >= 0) return before + index
    before += page.images.length
    cursor = page.cursor
  } while (cursor !== null)
  throw new Error('not-found')
}
