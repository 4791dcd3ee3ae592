import { queryOptions } from '@tanstack/react-query'
import { getPhotos } from '#contract/photos.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { call } from '#web/platform/http/call.ts'

/** Tiles of the overview at its widest. */
export const LATEST = 12

/** The photos taken last. Below the library's key: what changes the library makes it stale. */
export const latestPhotosQuery = queryOptions({
  queryKey: [...photoKeys.all, 'latest', LATEST],
  queryFn: ({ signal }) => call(getPhotos, { query: { limit: LATEST } }, { signal }),
})
