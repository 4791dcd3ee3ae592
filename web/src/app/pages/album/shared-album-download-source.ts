import type { QueryClient } from '@tanstack/react-query'
import { createSharedAlbumDownload } from '#contract/downloads.ts'
import type { Image, PhotoPage } from '#contract/photos.ts'
import { getSharedAlbumPhoto } from '#contract/shared-albums.ts'
import { isAlbumList } from '#web/domains/albums/index.ts'
import type { DownloadSource } from '#web/domains/downloads/index.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { call } from '#web/platform/http/call.ts'

/** Download source for a shared album's photos, each requested with its owner (PL-114). */
export function createSharedAlbumSource(id: string): DownloadSource {
  const photo = async (photoId: string): Promise<Image> =>
    (await call(getSharedAlbumPhoto, { params: { id, photoId }, query: {} })).image
  return {
    photo,
    archive: async (ids, queries) => {
      const cachedOwners = findCachedOwners(queries, id)
      const photos = await Promise.all(
        ids.map(async photoId => ({
          photoId,
          ownerId: cachedOwners.get(photoId) ?? (await photo(photoId)).ownerId,
        })),
      )
      return (await call(createSharedAlbumDownload, { body: { albumId: id, photos } })).id
    },
  }
}

/** Finds the owners by photo id in the cache, which nearly always contains the pages of selected photos. */
function findCachedOwners(queries: QueryClient, id: string): ReadonlyMap<string, string> {
  const pages = queries.getQueriesData<Partial<PhotoPage>>({
    queryKey: photoKeys.pages,
    predicate: ({ queryKey }) => isAlbumList(id, String(queryKey[2])),
  })
  const images = pages.flatMap(([, page]) => page?.images ?? [])
  return new Map(images.map(({ imageId, ownerId }) => [imageId, ownerId]))
}
