import { useOperation } from '#web/platform/operations/use-operation.ts'
import { AlertBanner } from './alert-banner.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

/** Confirms and runs an operation. While it runs it cannot be closed; after a failure it says so and can be repeated. */
export function OperationDialog({ run, onDone, failure, ...dialog }: OperationDialogProps) {
  const { pending, failed, start } = useOperation(run, onDone)
  return (
    <ConfirmDialog
      {...dialog}
      pending={pending}
      onConfirm={start}
      alert={failed && <AlertBanner kind="error">{failure}</AlertBanner>}
    />
  )
}

interface OperationDialogProps
  extends Pick<ConfirmDialogProps, 'title' | 'children' | 'confirmLabel' | 'danger' | 'onCancel'> {
  run: Parameters<typeof useOperation>[0]
  onDone: () => void
  failure: string
}
