import { type ReactNode, useCallback, useState } from 'react'
import { UploadModal, useAddPhotos } from '#web/domains/uploads/index.ts'
import { DropTarget, useFileDrop } from '#web/gallery/index.ts'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { useFlag } from '#web/platform/flags/flags.ts'

/**
 * Adds photos on a page: `add` opens the import, and so do files dropped on the page while `droppable`. The page
 * renders `overlay` and `modal`.
 */
export function usePhotoImport({ droppable, dropText, albumId }: PhotoImportOptions): PhotoImport {
  const [importing, setImporting] = useState<{ files?: PickedFile[] } | null>(null)
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled')
  const add = useAddPhotos(
    useCallback(() => setImporting({}), []),
    albumId,
  )
  const dropping = useFileDrop(mayAdd && droppable && importing === null, files => setImporting({ files }))
  return {
    add,
    importing: importing !== null,
    overlay: dropping && <DropTarget text={dropText} />,
    modal: importing && (
      <UploadModal albumId={albumId} droppedFiles={importing.files} onClose={() => setImporting(null)} />
    ),
  }
}

export interface PhotoImportOptions {
  droppable: boolean
  dropText: string
  /** Album the photos are also added to. */
  albumId?: string
}

export interface PhotoImport {
  add: () => void
  importing: boolean
  overlay: ReactNode
  modal: ReactNode
}
