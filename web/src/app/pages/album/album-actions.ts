import { useMemo } from 'react'
import {
  copyToAlbumAction,
  createRemoveFromAlbumAction,
  createSetCoverAction,
} from '#web/domains/albums/index.ts'
import { createDownloadAction, downloadAction } from '#web/domains/downloads/index.ts'
import { setDateAction } from '#web/domains/photo-dates/index.ts'
import { useOrderPrints } from '#web/domains/temp-selections/index.ts'
import type { PhotoAction } from '#web/gallery/index.ts'
import { createSharedAlbumSource } from './shared-album-download-source.ts'

/** Actions on the photo of an album's preview (PL-063); the last one is set apart. */
export function listAlbumActions(id: string): readonly PhotoAction[] {
  return [
    downloadAction,
    copyToAlbumAction,
    setDateAction,
    createSetCoverAction(id),
    createRemoveFromAlbumAction(id),
  ]
}

/** Actions on selected photos of an album, in the order of the bar (PL-080). */
export function useAlbumActions(id: string): readonly PhotoAction[] {
  const prints = useOrderPrints()
  return useMemo(() => [...(prints ? [prints] : []), ...listAlbumActions(id)], [id, prints])
}

/**
 * Actions on the photo of a shared album's preview. Only the download is enabled; the usual others are shown disabled
 * with the reason (PL-068).
 */
export function listSharedAlbumActions(id: string): readonly PhotoAction[] {
  return [
    createDownloadAction(createSharedAlbumSource(id)),
    disableForShared(copyToAlbumAction),
    disableForShared(createRemoveFromAlbumAction(id)),
  ]
}

/** Actions on selected photos of a shared album, disabled in the same way (PL-089). */
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
