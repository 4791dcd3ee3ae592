import { useId } from 'react'
import { PASSWORD_MIN } from '#contract/input/password.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import styles from './password-dialog.module.css'
import { usePasswordForm } from './use-password-form.ts'

/** The form of a new password; it says that other browsers and apps are signed out. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { text } = useTexts()
  const { email } = useClaims()
  const form = usePasswordForm(email, onClose)
  const formId = useId()
  return (
    <ConfirmDialog
      title={text('sign-in.new-password.title')}
      role="dialog"
      confirmLabel={text('sign-in.new-password.submit')}
      form={formId}
      pending={form.pending}
      onCancel={onClose}
    >
      <Form id={formId} form={form} failure={text('settings.save-failed')} className={styles.form}>
        <p className={styles.text}>{text('security.password.text')}</p>
        {/* Tells password managers which entry to update. */}
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          hidden
        />
        <PasswordField
          name="password"
          label={text('sign-in.new-password')}
          showLabel={text('confirm-identity.show-password')}
          hint={text('sign-in.password-rule', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          autoFocus
        />
      </Form>
    </ConfirmDialog>
  )
}
