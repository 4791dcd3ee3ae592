import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import type { Uploads } from '../engine/uploads.ts'
import type { Counts } from '../queue/counts.ts'
import { isUploaded } from '../queue/upload-item.ts'
import { useInvalidateLibrary } from './use-uploads.ts'

/** 'Close without adding?': Discard deletes the photos that are not confirmed and cancels uploads in progress. */
export function DiscardDialog({ uploads, counts, onKeep, onDiscarded }: DiscardDialogProps) {
  const { text } = useTexts()
  const refresh = useInvalidateLibrary()
  const run = async () => {
    await uploads.discard()
    refresh()
  }
  const count = uploads.state().queue.filter(isUploaded).length
  return (
    <OperationDialog
      title={text('upload.confirm-close.title')}
      confirmLabel={text('upload.confirm-close.discard')}
      cancelLabel={text('upload.confirm-close.keep')}
      danger
      run={run}
      onDone={onDiscarded}
      onCancel={onKeep}
      failure={text('upload.save-failed')}
    >
      {count > 0 && <p>{text('upload.confirm-close.text', { count })}</p>}
      {counts.active + counts.paused + counts.missing > 0 && <p>{text('upload.confirm-close.sending')}</p>}
    </OperationDialog>
  )
}

export interface DiscardDialogProps {
  uploads: Uploads
  counts: Counts
  onKeep: () => void
  onDiscarded: () => void
}
