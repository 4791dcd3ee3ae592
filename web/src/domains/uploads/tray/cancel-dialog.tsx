import { useEffect } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'

/** 'Stop adding photos?' Sent photos stay in the library. Closes when all files are sent. */
export function CancelDialog({ uploads, state, onClose }: CancelDialogProps) {
  const { text } = useTexts()
  const { unsent, received } = state.counts
  useEffect(() => {
    if (unsent === 0) onClose()
  })
  return (
    <ConfirmDialog
      title={text('upload.tray.cancel.title')}
      confirmLabel={text('upload.tray.cancel.confirm')}
      cancelLabel={text('upload.confirm-close.keep')}
      danger
      onConfirm={() => {
        uploads.cancelUnsent().catch(reportFailure)
        onClose()
      }}
      onCancel={onClose}
    >
      <p>{text('upload.tray.cancel.text', { count: unsent })}</p>
      {received > 0 && <p>{text('upload.tray.cancel.kept', { count: received })}</p>}
    </ConfirmDialog>
  )
}

export interface CancelDialogProps {
  uploads: Uploads
  state: UploadsState
  onClose: () => void
}
