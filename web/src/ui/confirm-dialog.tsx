import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

/**
 * A dialog with 'Cancel' and one action: by default a question that must be answered before an important action. While
 * `pending` it can neither be closed nor confirmed again.
 */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  form,
  onCancel,
  danger = false,
  disabled = false,
  pending = false,
  size = 'small',
  role = 'alertdialog',
  alert,
  isOpen,
}: ConfirmDialogProps) {
  const { text } = useTexts()
  return (
    <Dialog
      title={title}
      size={size}
      role={role}
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
            disabled={disabled}
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

export interface ConfirmDialogProps extends Pick<DialogProps, 'size' | 'role' | 'alert' | 'isOpen'> {
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
  /** The action is not possible yet. */
  disabled?: boolean
}
