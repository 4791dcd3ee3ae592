import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  getMonthIndex,
  getMonthPage,
  getPhoto,
  getTimeline,
  getUser,
  INDEX_STEP,
  type PhotoPage,
  type SortKey,
  TIMELINE_PAGE,
} from '#contract/photos.ts'
import { call } from '#web/platform/http/call.ts'
import type { Sort } from './sort-preference.ts'

/** Addresses of pictures live an hour (OP-33): what is older than this is fetched anew when it is shown again. */
const FRESH = 25 * 60_000
/** What no screen shows is kept this long, and less if there is too much of it (photo-memory.ts). */
const KEPT = 10 * 60_000

/** Keys of everything about the caller's library in the query cache, from wide to narrow. */
export const photoKeys = {
  all: ['photos'] as const,
  user: ['photos', 'user'] as const,
  timelines: ['photos', 'timeline'] as const,
  pages: ['photos', 'pages'] as const,
  page: (sort: Sort, month: string, part: 'first' | 'index' | number) =>
    ['photos', 'pages', `${sort.key} ${sort.order}`, month, part] as const,
  photo: (id: string, sort: Sort) => ['photos', 'photo', id, sort] as const,
}

/** Totals of the library (PL-153). */
export function userQuery() {
  return queryOptions({ queryKey: photoKeys.user, queryFn: ({ signal }) => call(getUser, {}, { signal }) })
}

/** Photos per month, months taken from the sort key (OP-08). */
export function timelineQuery(groupBy: SortKey) {
  return queryOptions({
    queryKey: [...photoKeys.timelines, groupBy] as const,
    queryFn: ({ signal }) => call(getTimeline, { query: { groupBy } }, { signal }),
  })
}

/** The first 24 photos of a month (PL-031). */
export function firstPageQuery(sort: Sort, month: string) {
  return queryOptions({
    queryKey: photoKeys.page(sort, month, 'first'),
    queryFn: ({ signal }) => monthPage(sort, month, TIMELINE_PAGE, null, signal),
    staleTime: FRESH,
    gcTime: KEPT,
  })
}

/** Cursors of every INDEX_STEP-th photo of a month. */
export function monthIndexQuery(sort: Sort, month: string) {
  return queryOptions({
    queryKey: photoKeys.page(sort, month, 'index'),
    queryFn: ({ signal }) =>
      call(getMonthIndex, { params: monthParams(month), query: monthQuery(sort) }, { signal }),
    staleTime: FRESH,
    gcTime: KEPT,
  })
}

/** Photos `block * INDEX_STEP` and the following INDEX_STEP of a month; beyond the end there are none. */
export function blockQuery(queries: QueryClient, sort: Sort, month: string, block: number) {
  return queryOptions({
    queryKey: photoKeys.page(sort, month, block),
    queryFn: async ({ signal }) => {
      if (block === 0) return monthPage(sort, month, INDEX_STEP, null, signal)
      const { cursors } = await queries.ensureQueryData({
        ...monthIndexQuery(sort, month),
        revalidateIfStale: false,
      })
      const cursor = cursors[block]
      return cursor ? monthPage(sort, month, INDEX_STEP, cursor, signal) : END
    },
    staleTime: FRESH,
    gcTime: KEPT,
  })
}

/** One photo and its place: `position` counts in its month (for deep links). */
export function photoQuery(id: string, sort: Sort) {
  return queryOptions({
    queryKey: photoKeys.photo(id, sort),
    queryFn: ({ signal }) => call(getPhoto, { params: { id }, query: sortQuery(sort) }, { signal }),
    staleTime: FRESH,
  })
}

/** One page of a month in any size up to PHOTOS_PAGE, past the cache: for reading many ids once. */
export function monthPage(
  sort: Sort,
  month: string,
  limit: number,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<PhotoPage> {
  const query = { ...monthQuery(sort), limit, ...(cursor === null ? {} : { cursor }) }
  return call(getMonthPage, { params: monthParams(month), query }, { signal })
}

const END: PhotoPage = { cursor: null, images: [] }

const sortQuery = (sort: Sort) => ({ sortKey: sort.key, sortOrder: sort.order })

/** Months are those of the sort key (OP-08). */
const monthQuery = (sort: Sort) => ({ ...sortQuery(sort), groupBy: sort.key })

function monthParams(key: string) {
  const [year, month] = key.split('/')
  return { year: Number(year), month: Number(month) }
}
