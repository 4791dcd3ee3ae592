import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { INDEX_STEP, type PhotoPage, TIMELINE_PAGE } from '#contract/photos.ts'
import { getPartStart, type MonthPart, toPagePart } from './month-pages.ts'
import type { PhotoList } from './photo-list.ts'

/** How long the cursors of a month are used. */
const CURSORS_STALE_MS = 25 * 60_000
/** Cache time of pages no screen shows; `evictPages` removes them earlier if there are too many (photo-cache.ts). */
const GC_MS = 10 * 60_000

/** Keys of photo lists in the query cache. Domains add queries that change together with the photos below `all`. */
export const photoListKeys = {
  all: ['photos'] as const,
  pages: ['photos', 'pages'] as const,
  page: (list: Pick<PhotoList, 'name'>, month: string, part: MonthPart | 'index') =>
    ['photos', 'pages', list.name, month, part] as const,
  /** A photo with its position in each list that has located it. */
  photoInLists: (id: string) => ['photos', 'photo', id] as const,
  /** A photo with its position in a list. */
  photo: (id: string, list: string) => ['photos', 'photo', id, list] as const,
  /** A photo with valid addresses. */
  fresh: (id: string, list: string) => ['photos', 'fresh', id, list] as const,
}

/** Loads a part of a month: the first 24 photos, the next ones, or a block; empty beyond the end. */
export const partQuery = (queries: QueryClient, list: PhotoList, month: string, part: MonthPart) =>
  queryOptions({
    queryKey: photoListKeys.page(list, month, part),
    queryFn: async ({ signal }): Promise<PhotoPage> => {
      const cursor = await findCursor(queries, list, month, part)
      const limit = typeof part === 'number' ? INDEX_STEP : TIMELINE_PAGE
      return cursor === undefined ? END : list.fetchPage(month, limit, cursor, signal)
    },
    staleTime: getAddressStaleTime,
    gcTime: GC_MS,
  })

/**
 * Returns the cursor of a part, null at the beginning, undefined beyond the end. That of a page comes with the page before,
 * which is loaded again if it is invalidated; where that one has been evicted and a block begins, from the index, so that
 * never more than a block is loaded anew.
 */
async function findCursor(queries: QueryClient, list: PhotoList, month: string, part: MonthPart) {
  const start = getPartStart(part)
  if (start === 0) return null
  if (typeof part !== 'number') {
    const previous = partQuery(queries, list, month, toPagePart(start / TIMELINE_PAGE - 1))
    const isEvicted = queries.getQueryData(previous.queryKey) === undefined
    if (!isEvicted || start % INDEX_STEP > 0)
      return (
        (await queries.fetchQuery({ ...previous, staleTime: Number.POSITIVE_INFINITY })).cursor ?? undefined
      )
  }
  return (await loadCursors(queries, list, month))[start / INDEX_STEP] ?? undefined
}

function loadCursors(queries: QueryClient, list: PhotoList, month: string) {
  return queries.ensureQueryData({ ...cursorsQuery(list, month), revalidateIfStale: false })
}

const cursorsQuery = (list: PhotoList, month: string) =>
  queryOptions({
    queryKey: photoListKeys.page(list, month, 'index'),
    queryFn: ({ signal }) => list.fetchCursors(month, signal),
    staleTime: CURSORS_STALE_MS,
    gcTime: GC_MS,
  })

const END: PhotoPage = { cursor: null, images: [], addressesExpire: '9999-12-31T23:59:59Z' }

/** Pictures that a page shows are still to be requested after its response, so it is renewed this much earlier. */
const MARGIN_MS = 5 * 60_000

/** Bounds for devices whose clock is wrong. Addresses last an hour at least, and an hour and a half at most. */
const SHORTEST_MS = 25 * 60_000

const LONGEST_MS = 85 * 60_000

/**
 * Returns the stale time of a query whose response, or each of its pages, has addresses of pictures, in milliseconds after the last
 * response: until the first of them expire.
 */
export function getAddressStaleTime({ state: { data, dataUpdatedAt } }: AddressQuery): number {
  if (!data) return 0
  const responses = 'pages' in data ? data.pages : [data]
  const firstExpiry = Math.min(...responses.map(({ addressesExpire }) => Date.parse(addressesExpire)))
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, firstExpiry - dataUpdatedAt - MARGIN_MS))
}

/** The part of a query of TanStack Query that is read. */
interface AddressQuery {
  state: { data: AddressResponse | { pages: readonly AddressResponse[] } | undefined; dataUpdatedAt: number }
}

interface AddressResponse {
  addressesExpire: string
}
