import type { QueryClient } from '@tanstack/react-query'
import { type Image, INDEX_STEP, type PhotoPage } from '#contract/photos.ts'
import { type Place, pageOf } from './month-pages.ts'
import type { PhotoList } from './photo-list.ts'
import { blockQuery, firstPageQuery, photoListKeys } from './photo-list-queries.ts'

/** Photos of pages no screen shows that stay in memory. */
const SPARE_PHOTOS = 6000

/** The photo at a place, from whichever page of the query cache holds it. */
export function cachedPhoto(queries: QueryClient, list: PhotoList, place: Place): Image | undefined {
  return cachedPhotos(queries, list)(place.month, place.index)
}

/** Like cachedPhoto for many photos at one moment: each page is looked up once. Not to be kept. */
export function cachedPhotos(queries: QueryClient, list: PhotoList) {
  const pages = new Map<string, PhotoPage | undefined>()
  const page = (month: string, part: 'first' | number) => {
    const name = `${month} ${part}`
    if (!pages.has(name))
      pages.set(name, queries.getQueryData<PhotoPage>(photoListKeys.page(list, month, part)))
    return pages.get(name)
  }
  return (month: string, index: number): Image | undefined =>
    page(month, pageOf(index))?.images[index % INDEX_STEP] ?? page(month, 'first')?.images[index]
}

/**
 * The photo at a place, fetched if need be; undefined if the month has no such photo any more. Rejects if it cannot be
 * loaded.
 */
export async function loadPhoto(
  queries: QueryClient,
  list: PhotoList,
  place: Place,
): Promise<Image | undefined> {
  const known = cachedPhoto(queries, list, place)
  if (known) return known
  const page = await queries.ensureQueryData(blockQuery(queries, list, place.month, pageOf(place.index)))
  return page.images[place.index % INDEX_STEP]
}

/** Where a photo is, if a page in memory holds it. */
export function cachedPlace(queries: QueryClient, list: PhotoList, imageId: string): Place | undefined {
  const prefix = photoListKeys.page(list, '', 0).slice(0, 3)
  for (const [key, page] of queries.getQueriesData<PhotoPage>({ queryKey: prefix })) {
    const part = key[4] as 'first' | 'index' | number
    const index = part === 'index' ? -1 : (page?.images.findIndex(image => image.imageId === imageId) ?? -1)
    if (index >= 0)
      return { month: String(key[3]), index: part === 'first' ? index : Number(part) * INDEX_STEP + index }
  }
  return undefined
}

/** Ids of photos `first` to `last` of a month, in order, fetched where they are not in memory. */
export async function idsBetween(
  queries: QueryClient,
  list: PhotoList,
  month: string,
  first: number,
  last: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let index = first; index <= last; ) {
    const known = cachedPhoto(queries, list, { month, index })
    if (known) {
      ids.push(known.imageId)
      index++
      continue
    }
    const page = await queries.fetchQuery(blockQuery(queries, list, month, pageOf(index)))
    const end = Math.min(last + 1, (pageOf(index) + 1) * INDEX_STEP)
    const start = index % INDEX_STEP
    ids.push(...page.images.slice(start, start + end - index).map(image => image.imageId))
    index = end
    evictPages(queries)
  }
  return ids
}

/** Drops the longest untouched pages no screen shows, so that memory stays flat however far one scrolls. */
export function evictPages(queries: QueryClient, limit = SPARE_PHOTOS): void {
  const spare = queries
    .getQueryCache()
    .findAll({ queryKey: photoListKeys.pages, type: 'inactive', fetchStatus: 'idle' })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  let photos = 0
  for (const query of spare) {
    photos += (query.state.data as Partial<PhotoPage> | undefined)?.images?.length ?? 0
    if (photos > limit) queries.getQueryCache().remove(query)
  }
}

/** The query that holds a place: the first page for a closed month, its block for an open one. */
export function pageQueryAt(queries: QueryClient, list: PhotoList, place: Place, open: boolean) {
  return open
    ? blockQuery(queries, list, place.month, pageOf(place.index))
    : firstPageQuery(list, place.month)
}
