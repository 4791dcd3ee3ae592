import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** A confirmation before an important action. While `pending` it can neither be closed nor confirmed again. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  form,
  onCancel,
  danger = false,
  pending = false,
  alert,
  isOpen,
}: ConfirmDialogProps) {
  const { text } = useTexts()
  return (
    <Dialog
      title={title}
      size="small"
      role="alertdialog"
      isOpen={isOpen}
      onClose={onCancel}
      closeDisabled={pending}
      alert={alert}
      footer={
        <>
          <Button onClick={onCancel} disabled={pending}>
            {cancelLabel ?? text('action.cancel')}
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
  /** Default: 'Cancel'. */
  cancelLabel?: string
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
