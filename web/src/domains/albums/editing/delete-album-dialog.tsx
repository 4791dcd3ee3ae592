import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Confirms the deletion of an album, with its consequences as `question`; shows a failure inside (PL-084). */
export function DeleteAlbumDialog({ question, run, onDone, onCancel }: DeleteAlbumDialogProps) {
  const { text } = useTexts()
  const { pending, failed, start } = useOperation(run, onDone)
  return (
    <ConfirmDialog
      title={text('albums.delete.title')}
      danger
      pending={pending}
      confirmLabel={text('albums.delete')}
      onConfirm={start}
      onCancel={onCancel}
      alert={failed && <AlertBanner kind="error">{text('albums.remove-failed')}</AlertBanner>}
    >
      <p>{question}</p>
    </ConfirmDialog>
  )
}

export interface DeleteAlbumDialogProps {
  question: string
  /** Rejects if the album could not be deleted. */
  run: () => Promise<void>
  onDone: () => void
  onCancel: () => void
}
