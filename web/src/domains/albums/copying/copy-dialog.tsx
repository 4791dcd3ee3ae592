import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IDS_PER_CALL } from '#contract/photos.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { DialogProgress } from '#web/ui/dialog-progress.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { addPhotos } from '../album-mutations.ts'
import { albumsQuery } from '../album-queries.ts'
import { AlbumPicker } from './album-picker.tsx'
import styles from './copy-dialog.module.css'
import type { TargetAlbum } from './target-album.ts'

/**
 * 'Copy to album': own albums that are not shared, last changed first, and 'New album'. After a failure the
 * modal stays open with an error; photos copied before it stay in the album, and a retry adds none twice.
 */
export function CopyDialog({ targets, onFailed, onDone, onCancel }: CopyDialogProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const albums = useInfiniteQuery(albumsQuery(LAST_CHANGED_FIRST, false))
  const [selectedAlbum, setSelectedAlbum] = useState<TargetAlbum>()
  const { count } = targets
  const run = (onProgress: (done: number) => void) =>
    addPhotos(queries, selectedAlbum!.id, targets, { onProgress }).catch(error => {
      onFailed()
      throw error
    })
  return (
    <OperationDialog
      title={text('albums.copy.title')}
      size="medium"
      role="dialog"
      confirmLabel={text('action.copy')}
      disabledReason={!selectedAlbum && text('albums.copy.choose-first')}
      run={run}
      onDone={() => onDone(selectedAlbum!)}
      onCancel={onCancel}
      failure={text('albums.copy.failed', { count })}
    >
      {({ pending, done }) => (
        <>
          <p className={styles.amount}>{text('albums.copy.amount', { amount: count })}</p>
          {pending && count > IDS_PER_CALL && !targets.rule?.() && (
            <DialogProgress label={text('albums.copy.title')} value={done / count}>
              {text('albums.copy.progress', { done, count })}
            </DialogProgress>
          )}
          <AlbumPicker
            albums={albums}
            selectedAlbum={selectedAlbum}
            disabled={pending}
            onSelect={setSelectedAlbum}
          />
        </>
      )}
    </OperationDialog>
  )
}

export interface CopyDialogProps {
  targets: PhotoTargets
  /** Some photos could not be copied; the modal stays open. */
  onFailed: () => void
  onDone: (album: TargetAlbum) => void
  onCancel: () => void
}

const LAST_CHANGED_FIRST = { key: 'updated', order: 'desc' } as const
