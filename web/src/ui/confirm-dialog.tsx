import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** A confirmation before an important action. While `pending` it can neither be closed nor confirmed again. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  closeLabel,
  onConfirm,
  form,
  onCancel,
  danger = false,
  pending = false,
  alert,
  isOpen,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      size="small"
      role="alertdialog"
      isOpen={isOpen}
      onClose={onCancel}
      closeLabel={closeLabel}
      closeDisabled={pending}
      alert={alert}
      footer={
        <>
          <Button onClick={onCancel} disabled={pending}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type={form ? 'submit' : 'button'}
            form={form}
            onClick={onConfirm}
            pending={pending}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

export interface ConfirmDialogProps {
  title: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  onConfirm?: () => void
  /** The id of a form among the children that the confirmation submits. */
  form?: string
  onCancel: () => void
  danger?: boolean
  pending?: boolean
  /** An AlertBanner with the failure; the dialog stays open. */
  alert?: ReactNode
  isOpen?: boolean
}
