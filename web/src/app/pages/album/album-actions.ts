import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createSharedAlbumDownload } from '#contract/downloads.ts'
import type { Image, PhotoPage } from '#contract/photos.ts'
import { getSharedAlbumPhoto } from '#contract/shared-albums.ts'
import {
  copyToAlbumAction,
  createRemoveFromAlbumAction,
  createSetCoverAction,
  isAlbumList,
} from '#web/domains/albums/index.ts'
import { createDownloadAction, type DownloadSource, downloadAction } from '#web/domains/downloads/index.ts'
import { setDateAction } from '#web/domains/photo-dates/index.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { useOrderPrints } from '#web/domains/temp-selections/index.ts'
import type { PhotoAction } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'

/** Actions on the photo of an album's preview; the last one is set apart. */
export function listAlbumActions(id: string): readonly PhotoAction[] {
  return [
    downloadAction,
    copyToAlbumAction,
    setDateAction,
    createSetCoverAction(id),
    createRemoveFromAlbumAction(id),
  ]
}

/** Actions on selected photos of an album, in the order of the bar. */
export function useAlbumActions(id: string): readonly PhotoAction[] {
  const prints = useOrderPrints()
  return useMemo(() => [...(prints ? [prints] : []), ...listAlbumActions(id)], [id, prints])
}

/**
 * Actions on the photo of a shared album's preview. Only the download is enabled; the usual others are shown disabled
 * with the reason.
 */
export function listSharedAlbumActions(id: string): readonly PhotoAction[] {
  return [
    createDownloadAction(createSharedAlbumSource(id)),
    disableForShared(copyToAlbumAction),
    disableForShared(createRemoveFromAlbumAction(id)),
  ]
}

/** Actions on selected photos of a shared album, disabled in the same way. */
export function useSharedAlbumActions(id: string): readonly PhotoAction[] {
  const prints = useOrderPrints()
  return useMemo(
    () => [...(prints ? [disableForShared(prints)] : []), ...listSharedAlbumActions(id)],
    [id, prints],
  )
}

const disableForShared = (action: PhotoAction): PhotoAction => ({
  ...action,
  disabledReason: (_, { text }) => text('selection.unavailable-for-shared'),
  perform: async () => 'cancelled',
})

/** Download source for a shared album's photos, each requested with its owner. */
function createSharedAlbumSource(id: string): DownloadSource {
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
