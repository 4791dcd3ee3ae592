import type { QueryClient } from '@tanstack/react-query'
import { INDEX_STEP } from '#contract/photos.ts'
import { getBlockNumber } from './month-pages.ts'
import { evictPages, findCachedPhoto } from './photo-cache.ts'
import type { PhotoList } from './photo-list.ts'
import { partQuery } from './photo-list-queries.ts'

/** Returns the ids of photos `first` to `last` of a month, in order, fetched where they are not cached. */
export async function fetchIdsBetween(
  queries: QueryClient,
  list: PhotoList,
  month: string,
  first: number,
  last: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let index = first; index <= last; ) {
    const cachedImage = findCachedPhoto(queries, list, { month, index })
    if (cachedImage) {
      ids.push(cachedImage.imageId)
      index++
      continue
    }
    const page = await queries.fetchQuery(partQuery(queries, list, month, getBlockNumber(index)))
    const end = Math.min(last + 1, (getBlockNumber(index) + 1) * INDEX_STEP)
    const start = index % INDEX_STEP
    ids.push(...page.images.slice(start, start + end - index).map(image => image.imageId))
    index = end
    evictPages(queries)
  }
  return ids
}
