import { useMemo } from 'react'
import {
  copyToAlbumAction,
  createRemoveFromAlbumAction,
  createSetCoverAction,
} from '#web/domains/albums/index.ts'
import { createDownloadAction, downloadAction } from '#web/domains/downloads/index.ts'
import { useOrderPrints } from '#web/domains/temp-selections/index.ts'
import type { PhotoAction } from '#web/gallery/index.ts'
import { sharedAlbumPhotos } from './shared-album-download-source.ts'

/** Actions on the photo of an album's preview (PL-063); the last one is set apart. */
export function albumActions(id: string): readonly PhotoAction[] {
  return [downloadAction, copyToAlbumAction, createSetCoverAction(id), createRemoveFromAlbumAction(id)]
}

/** Actions on selected photos of an album, in the order of the bar (PL-080). */
export function useAlbumActions(id: string): readonly PhotoAction[] {
  const prints = useOrderPrints()
  return useMemo(() => [...(prints ? [prints] : []), ...albumActions(id)], [id, prints])
}

/**
 * Actions on the photo of a shared album's preview. Only the download is enabled; the usual others are shown disabled
 * with the reason (PL-068).
 */
export function sharedAlbumActions(id: string): readonly PhotoAction[] {
  return [
    createDownloadAction(sharedAlbumPhotos(id)),
    unavailable(copyToAlbumAction),
    unavailable(createRemoveFromAlbumAction(id)),
  ]
}

/** Returns the same for selected photos of a shared album (PL-089). */
export function useSharedAlbumActions(id: string): readonly PhotoAction[] {
  const prints = useOrderPrints()
  return useMemo(() => [...(prints ? [unavailable(prints)] : []), ...sharedAlbumActions(id)], [id, prints])
}

const unavailable = (action: PhotoAction): PhotoAction => ({
  ...action,
  disabledReason: (_, { text }) => text('selection.unavailable-for-shared'),
  perform: async () => 'cancelled',
})
