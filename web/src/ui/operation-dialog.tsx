import type { ReactNode } from 'react'
import { type Operation, useOperation } from '#web/platform/operations/use-operation.ts'
import { AlertBanner } from './alert-banner.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

/** Confirms and runs an operation. While it runs it cannot be closed; after a failure it says so and can be repeated. */
export function OperationDialog({ run, onDone, failure, children, ...dialog }: OperationDialogProps) {
  const operation = useOperation(run, onDone)
  const { pending, failed, error, start } = operation
  return (
    <ConfirmDialog
      {...dialog}
      pending={pending}
      onConfirm={start}
      alert={
        failed && (
          <AlertBanner kind="error">{typeof failure === 'string' ? failure : failure(error)}</AlertBanner>
        )
      }
    >
      {typeof children === 'function' ? children(operation) : children}
    </ConfirmDialog>
  )
}

interface OperationDialogProps
  extends Omit<ConfirmDialogProps, 'children' | 'pending' | 'onConfirm' | 'form' | 'alert'> {
  run: Parameters<typeof useOperation>[0]
  onDone: () => void
  /** Says that it failed, and why where that is known. */
  failure: string | ((error: unknown) => string)
  children?: ReactNode | ((operation: Operation) => ReactNode)
}
