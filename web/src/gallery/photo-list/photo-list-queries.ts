import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { INDEX_STEP, type PhotoPage, TIMELINE_PAGE } from '#contract/photos.ts'
import { getAddressStaleTime } from './address-expiry.ts'
import type { PhotoList } from './photo-list.ts'

/** How long the cursors of a month are used. */
const CURSORS_STALE_MS = 25 * 60_000
/** Cache time of pages no screen shows; `evictPages` removes them earlier if there are too many (photo-cache.ts). */
const GC_MS = 10 * 60_000

/** Keys of photo lists in the query cache. Domains add queries that change together with the photos below `all`. */
export const photoListKeys = {
  all: ['photos'] as const,
  pages: ['photos', 'pages'] as const,
  page: (list: Pick<PhotoList, 'name'>, month: string, part: 'first' | 'index' | number) =>
    ['photos', 'pages', list.name, month, part] as const,
  /** A photo with its position in each list that has located it. */
  photoInLists: (id: string) => ['photos', 'photo', id] as const,
  /** A photo with its position in a list. */
  photo: (id: string, list: string) => ['photos', 'photo', id, list] as const,
  /** A photo with valid addresses. */
  fresh: (id: string, list: string) => ['photos', 'fresh', id, list] as const,
}

/** Loads the first 24 photos of a month (PL-031). */
export function firstPageQuery(list: PhotoList, month: string) {
  return queryOptions({
    queryKey: photoListKeys.page(list, month, 'first'),
    queryFn: ({ signal }) => list.fetchPage(month, TIMELINE_PAGE, null, signal),
    staleTime: getAddressStaleTime,
    gcTime: GC_MS,
  })
}

/** Loads a block of INDEX_STEP photos of a month, from `block * INDEX_STEP`; empty beyond the end. */
export function blockQuery(queries: QueryClient, list: PhotoList, month: string, block: number) {
  return queryOptions({
    queryKey: photoListKeys.page(list, month, block),
    queryFn: async ({ signal }) => {
      if (block === 0) return list.fetchPage(month, INDEX_STEP, null, signal)
      const cursors = await queries.ensureQueryData({
        ...cursorsQuery(list, month),
        revalidateIfStale: false,
      })
      const cursor = cursors[block]
      return cursor ? list.fetchPage(month, INDEX_STEP, cursor, signal) : END
    },
    staleTime: getAddressStaleTime,
    gcTime: GC_MS,
  })
}

function cursorsQuery(list: PhotoList, month: string) {
  return queryOptions({
    queryKey: photoListKeys.page(list, month, 'index'),
    queryFn: ({ signal }) => list.fetchCursors(month, signal),
    staleTime: CURSORS_STALE_MS,
    gcTime: GC_MS,
  })
}

const END: PhotoPage = { cursor: null, images: [], addressesExpire: '9999-12-31T23:59:59Z' }
