import { queryOptions } from '@tanstack/react-query'
import { getPhotos } from '#contract/photos.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { call } from '#web/platform/http/call.ts'

/** Number of tiles. */
export const LATEST_PHOTOS = 7

/** The latest photos by date taken. Its key starts with the library's: invalidating the library includes it. */
export const latestPhotosQuery = queryOptions({
  queryKey: [...photoKeys.all, 'latest', LATEST_PHOTOS],
  queryFn: ({ signal }) => call(getPhotos, { query: { limit: LATEST_PHOTOS } }, { signal }),
})
