import { useCallback, useState } from 'react'
import { UploadModal, useAddPhotos } from '#web/domains/uploads/index.ts'
import { DropTarget, useFileDrop } from '#web/gallery/index.ts'
import type { PickedSource } from '#web/platform/files/dropped-files.ts'
import { useFlag } from '#web/platform/flags/flags.ts'

/**
 * Adds photos on a page: `add` opens the import, and so do files dropped on the page while `isDroppable`. The page
 * renders `overlay` and `modal`.
 */
export function usePhotoImport({ isDroppable, dropText, albumId }: PhotoImportOptions) {
  const [importState, setImportState] = useState<{ files?: PickedSource[] } | null>(null)
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled')
  const add = useAddPhotos(
    useCallback(() => setImportState({}), []),
    albumId,
  )
  const isDragging = useFileDrop(canAddPhotos && isDroppable && importState === null, files =>
    setImportState({ files }),
  )
  return {
    add,
    isImporting: importState !== null,
    overlay: isDragging && <DropTarget text={dropText} />,
    modal: importState && (
      <UploadModal albumId={albumId} droppedFiles={importState.files} onClose={() => setImportState(null)} />
    ),
  }
}

export interface PhotoImportOptions {
  isDroppable: boolean
  dropText: string
  /** Album the photos are also added to. */
  albumId?: string
}
