import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  getPhoto,
  getTimeline,
  getUser,
  INDEX_STEP,
  type PhotoPage,
  type SortKey,
  TIMELINE_PAGE,
} from '#contract/photos.ts'
import { getSharedAlbumsSummary } from '#contract/shared-albums.ts'
import { call } from '#web/platform/http/call.ts'
import type { PhotoList } from './photo-list.ts'
import type { Sort } from './sort-preference.ts'

/** Addresses of pictures live an hour (OP-33): what is older than this is fetched anew when it is shown again. */
const FRESH = 25 * 60_000
/** What no screen shows is kept this long, and less if there is too much of it (photo-memory.ts). */
const KEPT = 10 * 60_000
/** How often the totals are asked for while all photos are moved. */
const MOVING_MS = 2000

/** Keys of everything about the caller's library in the query cache, from wide to narrow. */
export const photoKeys = {
  all: ['photos'] as const,
  user: ['photos', 'user'] as const,
  timelines: ['photos', 'timeline'] as const,
  /** Lists of albums and single ones. */
  albums: ['photos', 'albums'] as const,
  sharedAlbums: ['photos', 'albums', 'shared-summary'] as const,
  pages: ['photos', 'pages'] as const,
  page: (list: Pick<PhotoList, 'name'>, month: string, part: 'first' | 'index' | number) =>
    ['photos', 'pages', list.name, month, part] as const,
  /** A photo with its place in a list. */
  photo: (id: string, list: string) => ['photos', 'photo', id, list] as const,
}

/** Totals of the library (PL-153). */
export function userQuery() {
  return queryOptions({
    queryKey: photoKeys.user,
    queryFn: ({ signal }) => call(getUser, {}, { signal }),
    // The push tells how a move of the library goes on; without it this does.
    refetchInterval: query => (query.state.data?.move ? MOVING_MS : false),
  })
}

/** How many shared albums there are (PL-173). */
export function sharedAlbumsQuery() {
  return queryOptions({
    queryKey: photoKeys.sharedAlbums,
    queryFn: ({ signal }) => call(getSharedAlbumsSummary, {}, { signal }),
  })
}

/** Photos per month, months taken from the sort key (OP-08). */
export function timelineQuery(groupBy: SortKey) {
  return queryOptions({
    queryKey: [...photoKeys.timelines, groupBy] as const,
    queryFn: ({ signal }) => call(getTimeline, { query: { groupBy } }, { signal }),
  })
}

/** The first 24 photos of a month (PL-031). */
export function firstPageQuery(list: PhotoList, month: string) {
  return queryOptions({
    queryKey: photoKeys.page(list, month, 'first'),
    queryFn: ({ signal }) => list.fetchPage(month, TIMELINE_PAGE, null, signal),
    staleTime: FRESH,
    gcTime: KEPT,
  })
}

/** Photos `block * INDEX_STEP` and the following INDEX_STEP of a month; beyond the end there are none. */
export function blockQuery(queries: QueryClient, list: PhotoList, month: string, block: number) {
  return queryOptions({
    queryKey: photoKeys.page(list, month, block),
    queryFn: async ({ signal }) => {
      if (block === 0) return list.fetchPage(month, INDEX_STEP, null, signal)
      const cursors = await queries.ensureQueryData({
        ...cursorsQuery(list, month),
        revalidateIfStale: false,
      })
      const cursor = cursors[block]
      return cursor ? list.fetchPage(month, INDEX_STEP, cursor, signal) : END
    },
    staleTime: FRESH,
    gcTime: KEPT,
  })
}

/** One photo and its place: `position` counts in its month (for deep links). */
export function photoQuery(id: string, { key, order }: Sort) {
  return queryOptions({
    queryKey: photoKeys.photo(id, `${key} ${order}`),
    queryFn: ({ signal }) =>
      call(getPhoto, { params: { id }, query: { sortKey: key, sortOrder: order } }, { signal }),
    staleTime: FRESH,
  })
}

function cursorsQuery(list: PhotoList, month: string) {
  return queryOptions({
    queryKey: photoKeys.page(list, month, 'index'),
    queryFn: ({ signal }) => list.fetchCursors(month, signal),
    staleTime: FRESH,
    gcTime: KEPT,
  })
}

const END: PhotoPage = { cursor: null, images: [] }
