import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Confirms a download: initial, pending, or failed with an alert; success closes it (PL-108). */
export function DownloadDialog({ count, run, onDone, onCancel }: DownloadDialogProps) {
  const { text } = useTexts()
  const { pending, failed, start } = useOperation(run, onDone)
  return (
    <ConfirmDialog
      title={text('download.title', { count })}
      pending={pending}
      confirmLabel={text('download.submit')}
      onConfirm={start}
      onCancel={onCancel}
      alert={failed && <AlertBanner kind="error">{text('download.failed-alert', { count })}</AlertBanner>}
    >
      <p>{text('download.text', { count })}</p>
    </ConfirmDialog>
  )
}

export interface DownloadDialogProps {
  count: number
  /** Rejects if the download cannot be started. */
  run: () => Promise<void>
  onDone: () => void
  onCancel: () => void
}
