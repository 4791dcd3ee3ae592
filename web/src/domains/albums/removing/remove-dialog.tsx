import { IDS_PER_CALL } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLoaded } from '#web/platform/operations/use-loaded.ts'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogProgress } from '#web/ui/dialog-progress.tsx'
import styles from './remove-dialog.module.css'

/** Confirms the removal of photos from an album. Stays open while it runs, and after a failure with an alert. */
export function RemoveDialog({
  albumName,
  count,
  ownsPhoto,
  run,
  onDone,
  onDelete,
  onCancel,
}: RemoveDialogProps) {
  const { text } = useTexts()
  const canDelete = useLoaded(ownsPhoto)
  const { pending, failed, done, start } = useOperation(run, onDone)
  return (
    <ConfirmDialog
      title={text('albums.remove.title', { count, albumName })}
      confirmLabel={text('action.remove')}
      pending={pending}
      onConfirm={start}
      onCancel={onCancel}
      alert={
        failed && <AlertBanner kind="error">{text('albums.remove-photos-failed', { count })}</AlertBanner>
      }
      extra={
        canDelete && (
          <Button variant="text" className={styles.delete} disabled={pending} onClick={onDelete}>
            {text('albums.remove.delete')}
          </Button>
        )
      }
    >
      <p>{text('albums.remove.text', { count })}</p>
      {pending && count > IDS_PER_CALL && (
        <DialogProgress label={text('selection.remove-from-album')} value={done / count}>
          {text('albums.remove.progress', { done, count })}
        </DialogProgress>
      )}
    </ConfirmDialog>
  )
}

export interface RemoveDialogProps {
  albumName: string
  count: number
  /** Resolves with true if the dialog may offer to delete the photo instead. */
  ownsPhoto: () => Promise<boolean>
  /** Rejects if some photos could not be removed. */
  run: (onProgress: (done: number) => void) => Promise<void>
  onDone: () => void
  onDelete: () => void
  onCancel: () => void
}
