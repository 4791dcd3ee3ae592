import type { QueryClient } from '@tanstack/react-query'
import { getMonthIndex, getPhoto, type SortKey, type SortOrder } from '#contract/photos.ts'
import { getAddressStaleTime, type Sort } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { type toMonth, toMonthKey } from './month-keys.ts'
import { photoKeys } from './queries.ts'

/** Fetches the cursors of every 240th photo of a month of the library. */
export async function fetchCursors(
  { undated, ...params }: ReturnType<typeof toMonth>,
  query: { sortKey: SortKey; sortOrder: SortOrder; groupBy: SortKey },
  signal?: AbortSignal,
) {
  return (await call(getMonthIndex, { params, query: { ...query, undated } }, { signal })).cursors
}

/** Finds a photo's position in the library (for deep links). */
export async function locatePhoto(queries: QueryClient, imageId: string, sort: Sort) {
  const photo = await queries.fetchQuery(photoQuery(imageId, sort))
  return { month: toMonthKey(photo), index: photo.position }
}

/** Loads the current state of a photo. */
export async function fetchPhoto(id: string, signal?: AbortSignal) {
  return (await call(getPhoto, { params: { id }, query: {} }, { signal })).image
}

/** One photo with its month and `position`, its index within the month. */
function photoQuery(id: string, { key, order }: Sort) {
  return callQuery(photoKeys.photo(id, `${key} ${order}`), getPhoto, {
    params: { id },
    query: { sortKey: key, sortOrder: order },
    staleTime: getAddressStaleTime,
  })
}
