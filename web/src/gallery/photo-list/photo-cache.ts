import type { QueryClient } from '@tanstack/react-query'
import { type Image, INDEX_STEP, type PhotoPage, TIMELINE_PAGE } from '#contract/photos.ts'
import {
  findPartAt,
  getBlockNumber,
  getPartStart,
  type MonthPart,
  type MonthPosition,
  type OpenMonths,
} from './month-pages.ts'
import type { PhotoList } from './photo-list.ts'
import { partQuery, photoListKeys } from './photo-list-queries.ts'

/** Maximum number of cached photos on pages no screen shows. */
const MAX_INACTIVE_PHOTOS = 6000

/** Finds the photo at a position in any page of the query cache. */
export function findCachedPhoto(
  queries: QueryClient,
  list: PhotoList,
  position: MonthPosition,
): Image | undefined {
  return createCachedPhotoLookup(queries, list)(position.month, position.index)
}

/** Creates a findCachedPhoto for many photos that looks each page up once: it must not outlive a render. */
export function createCachedPhotoLookup(queries: QueryClient, list: PhotoList) {
  const pages = new Map<string, PhotoPage | undefined>()
  const getPage = (month: string, part: MonthPart) => {
    const name = `${month} ${part}`
    if (!pages.has(name))
      pages.set(name, queries.getQueryData<PhotoPage>(photoListKeys.page(list, month, part)))
    return pages.get(name)
  }
  return (month: string, index: number): Image | undefined =>
    getPage(month, getBlockNumber(index))?.images[index % INDEX_STEP] ??
    getPage(month, findPartAt(index, false))?.images[index % TIMELINE_PAGE]
}

/**
 * Returns the photo at a position, fetched if it is not cached; undefined if the month no longer has such a photo.
 * Rejects if it cannot be loaded.
 */
export async function loadPhoto(
  queries: QueryClient,
  list: PhotoList,
  position: MonthPosition,
): Promise<Image | undefined> {
  const cachedImage = findCachedPhoto(queries, list, position)
  if (cachedImage) return cachedImage
  const page = await queries.ensureQueryData(
    partQuery(queries, list, position.month, getBlockNumber(position.index)),
  )
  return page.images[position.index % INDEX_STEP]
}

/** Finds a photo's position, if a cached page contains it. */
export function findCachedPosition(
  queries: QueryClient,
  list: PhotoList,
  imageId: string,
): MonthPosition | undefined {
  const prefix = photoListKeys.page(list, '', 0).slice(0, 3)
  for (const [key, page] of queries.getQueriesData<PhotoPage>({ queryKey: prefix })) {
    const part = key[4] as MonthPart | 'index'
    const index = part === 'index' ? -1 : (page?.images.findIndex(image => image.imageId === imageId) ?? -1)
    if (index >= 0 && part !== 'index') return { month: String(key[3]), index: getPartStart(part) + index }
  }
  return undefined
}

/** Evicts the oldest pages no screen shows, so that memory use does not grow with scrolling. */
export function evictPages(queries: QueryClient, limit = MAX_INACTIVE_PHOTOS): void {
  const inactiveQueries = queries
    .getQueryCache()
    .findAll({ queryKey: photoListKeys.pages, type: 'inactive', fetchStatus: 'idle' })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  let photos = 0
  for (const query of inactiveQueries) {
    photos += (query.state.data as Partial<PhotoPage> | undefined)?.images?.length ?? 0
    if (photos > limit) queries.getQueryCache().remove(query)
  }
}

/** Returns the query whose page shows a position: a block of a whole month, else a page of 24. */
export function pageQueryAt(
  queries: QueryClient,
  list: PhotoList,
  position: MonthPosition,
  open: OpenMonths,
) {
  const isWhole = open.get(position.month) === Number.POSITIVE_INFINITY
  return partQuery(queries, list, position.month, findPartAt(position.index, isWhole))
}
