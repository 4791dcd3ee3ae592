import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Confirms the deletion of an album, with its consequences as `question`; shows a failure inside (PL-084). */
export function DeleteAlbumDialog({ question, run, onDone, onCancel }: DeleteAlbumDialogProps) {
  const { text } = useTexts()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const confirm = async () => {
    setState('pending')
    try {
      await run()
      onDone()
    } catch (error) {
      reportFailure(error)
      setState('failed')
    }
  }
  return (
    <ConfirmDialog
      title={text('albums.delete.title')}
      danger
      pending={state === 'pending'}
      confirmLabel={text('albums.delete')}
      cancelLabel={text('action.cancel')}
      closeLabel={text('action.close')}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
      alert={state === 'failed' && <AlertBanner kind="error">{text('albums.remove-failed')}</AlertBanner>}
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
