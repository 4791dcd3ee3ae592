import { type ReactNode, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

/**
 * A dialog with 'Cancel' and one action: by default a question that must be answered before an important action. While
 * `pending` it can neither be closed nor confirmed again, but stopped if there is a `stop`.
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
  disabledReason,
  extra,
  stop,
  pending = false,
  size = 'small',
  role = 'alertdialog',
  alert,
  isOpen,
}: ConfirmDialogProps) {
  const { text } = useTexts()
  const [isStopping, setStopping] = useState(false)
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
          {extra}
          {pending && stop ? (
            <Button
              disabled={isStopping}
              onClick={() => {
                setStopping(true)
                stop.onStop()
              }}
            >
              {stop.label}
            </Button>
          ) : (
            <Button onClick={onCancel} disabled={pending}>
              {cancelLabel ?? text('action.cancel')}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : 'primary'}
            type={form ? 'submit' : 'button'}
            form={form}
            onClick={onConfirm}
            pending={pending}
            disabled={disabled}
            disabledReason={disabledReason}
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
  /** Stops what is pending, in place of 'Cancel'; the dialog closes when it has ended. */
  stop?: { label: string; onStop: () => void } | undefined
  /** The action is not possible yet. */
  disabled?: boolean
  disabledReason?: ButtonProps['disabledReason']
  /** Before the other buttons, aligned to the other side. */
  extra?: ReactNode
}
