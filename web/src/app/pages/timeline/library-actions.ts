import { useMemo } from 'react'
import { copyToAlbumAction } from '#web/domains/albums/index.ts'
import { downloadAction } from '#web/domains/downloads/index.ts'
import { setDateAction } from '#web/domains/photo-dates/index.ts'
import { deletePhotosAction } from '#web/domains/photos/index.ts'
import { useOrderPrints } from '#web/domains/temp-selections/index.ts'
import type { PhotoAction } from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'

/** Returns the actions on selected photos, in the order of the bar; the last one is set apart. */
export function useLibraryActions(): readonly PhotoAction[] {
  const previewActions = usePreviewActions()
  const prints = useOrderPrints()
  return useMemo(
    () => (prints ? previewActions.toSpliced(-1, 0, prints) : previewActions),
    [previewActions, prints],
  )
}

/** Returns the actions on the photo of the preview. */
export function usePreviewActions(): readonly PhotoAction[] {
  return useFlag('PhotoManagementAlbumViewEnabled') ? WITH_ALBUMS : WITHOUT_ALBUMS
}

const WITHOUT_ALBUMS: readonly PhotoAction[] = [downloadAction, setDateAction, deletePhotosAction]
const WITH_ALBUMS: readonly PhotoAction[] = [
  downloadAction,
  copyToAlbumAction,
  setDateAction,
  deletePhotosAction,
]
