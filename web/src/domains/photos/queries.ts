import { queryOptions } from '@tanstack/react-query'
import { getPhoto, getTimeline, getUser, type SortKey } from '#contract/photos.ts'
import type { Sort } from '#web/gallery/index.ts'
import { photoListKeys } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'

/** Addresses of pictures live an hour (OP-33): what is older than this is fetched anew when it is shown again. */
const FRESH = 25 * 60_000
/** How often the totals are asked for while all photos are moved. */
const MOVING_MS = 2000

/** Keys of everything about the caller's library in the query cache, from wide to narrow. */
export const photoKeys = {
  all: photoListKeys.all,
  totals: ['photos', 'user'] as const,
  timelines: ['photos', 'timeline'] as const,
  /** Lists of albums and single ones. */
  albums: ['photos', 'albums'] as const,
  sharedAlbums: ['photos', 'albums', 'shared-summary'] as const,
  pages: photoListKeys.pages,
  photo: photoListKeys.photo,
}

/** Totals of the library (PL-153). */
export function libraryTotalsQuery() {
  return queryOptions({
    queryKey: photoKeys.totals,
    queryFn: ({ signal }) => call(getUser, {}, { signal }),
    // The push tells how a move of the library goes on; without it this does.
    refetchInterval: query => (query.state.data?.move ? MOVING_MS : false),
  })
}

/** Photos per month, months taken from the sort key (OP-08). */
export function timelineQuery(groupBy: SortKey) {
  return queryOptions({
    queryKey: [...photoKeys.timelines, groupBy] as const,
    queryFn: ({ signal }) => call(getTimeline, { query: { groupBy } }, { signal }),
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
