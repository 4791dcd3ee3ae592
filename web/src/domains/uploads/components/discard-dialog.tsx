import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Uploads } from '../engine/uploads.ts'
import type { Counts } from '../queue/counts.ts'
import { isUploaded } from '../queue/upload-item.ts'
import { useInvalidateLibrary } from './use-invalidate-library.ts'

/** 'Close without adding?': Discard deletes the photos that are not confirmed and cancels uploads in progress. */
export function DiscardDialog({ uploads, counts, onKeep, onDiscarded }: DiscardDialogProps) {
  const { text } = useTexts()
  const refresh = useInvalidateLibrary()
  const [progress, setProgress] = useState<'none' | 'pending' | 'failed'>('none')
  const discard = async () => {
    setProgress('pending')
    try {
      await uploads.discard()
    } catch {
      setProgress('failed')
      return
    }
    refresh()
    onDiscarded()
  }
  const count = uploads.state().queue.filter(isUploaded).length
  return (
    <ConfirmDialog
      title={text('upload.confirm-close.title')}
      confirmLabel={text('upload.confirm-close.discard')}
      cancelLabel={text('upload.confirm-close.keep')}
      danger
      pending={progress === 'pending'}
      alert={progress === 'failed' && <AlertBanner kind="error">{text('upload.save-failed')}</AlertBanner>}
      onConfirm={() => void discard()}
      onCancel={onKeep}
    >
      {count > 0 && <p>{text('upload.confirm-close.text', { count })}</p>}
      {counts.active + counts.paused + counts.missing > 0 && <p>{text('upload.confirm-close.sending')}</p>}
    </ConfirmDialog>
  )
}

export interface DiscardDialogProps {
  uploads: Uploads
  counts: Counts
  onKeep: () => void
  onDiscarded: () => void
}
