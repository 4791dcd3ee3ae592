import { type ReactNode, useId } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from '../confirm-dialog.tsx'
import { Form, FormFailure, type FormProps } from './form.tsx'

/** A form in a dialog, with 'Cancel' and the button that submits it; `failure` says above it that it could not be saved. */
export function FormDialog({ form, failure, alert, className, children, ...dialog }: FormDialogProps) {
  const id = useId()
  return (
    <ConfirmDialog
      role="dialog"
      {...dialog}
      form={id}
      pending={form.pending}
      alert={alert ?? <FormFailure form={form}>{failure}</FormFailure>}
    >
      <Form id={id} form={form} className={className}>
        {children}
      </Form>
    </ConfirmDialog>
  )
}

interface FormDialogProps
  extends Pick<ConfirmDialogProps, 'title' | 'size' | 'confirmLabel' | 'onCancel'>,
    Pick<FormProps, 'form' | 'className'> {
  failure: string
  /** In place of the failure. */
  alert?: ReactNode
  children: ReactNode
}
