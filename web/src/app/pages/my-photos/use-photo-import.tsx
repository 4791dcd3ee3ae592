import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { UploadModal, useAddPhotos } from '#web/domains/uploads/index.ts'
import { DropOverlay, useFileDrop } from '#web/gallery/index.ts'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { useFlag } from '#web/platform/flags/flags.ts'

/**
 * Adding photos to a page: `add` does it by hand, files dropped on the page while `droppable` do it, too. `overlay` and
 * `modal` are rendered by the page.
 */
export function usePhotoImport({ droppable, dropText, albumId }: PhotoImportOptions): PhotoImport {
  const [importing, setImporting] = useState<{ files?: PickedFile[] } | null>(null)
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled')
  const dropping = useFileDrop(mayAdd && droppable && importing === null, files => setImporting({ files }))
  const add = useAddPhotos(
    useCallback(() => setImporting({}), []),
    albumId,
  )
  return {
    add,
    importing: importing !== null,
    overlay: dropping && <DropOverlay text={dropText} />,
    modal: importing && (
      <Suspense>
        <UploadModal albumId={albumId} droppedFiles={importing.files} onClose={() => setImporting(null)} />
      </Suspense>
    ),
  }
}

export interface PhotoImportOptions {
  droppable: boolean
  dropText: string
  /** The album they are added to as well. */
  albumId?: string
}

export interface PhotoImport {
  add: () => void
  importing: boolean
  overlay: ReactNode
  modal: ReactNode
}
