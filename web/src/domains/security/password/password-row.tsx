import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { checkInput } from '#contract/input/field-issues.ts'
import { newPassword, PASSWORD_MAX, PASSWORD_MIN } from '#contract/input/password.ts'
import { changePassword } from '#contract/password.ts'
import type { AccountSecurity } from '#contract/security.ts'
import { SettingsButton, SettingsRow } from '#web/domains/settings/index.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { reloadSecurity } from '../security-queries.ts'
import styles from './password-dialog.module.css'

/** When the password was set, and the way to a new one. */
export function PasswordRow({ password }: { password: AccountSecurity['password'] }) {
  const { texts, text } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsRow
      label={text('sign-in.password')}
      renderAction={id => (
        <SettingsButton labelId={id} onClick={() => setOpen(true)}>
          {text(password ? 'settings.change' : 'security.password.create')}
        </SettingsButton>
      )}
    >
      <p>
        {password
          ? text('security.password.changed', { date: instantDayLabel(texts, password.changedAt) })
          : text('security.password.none')}
      </p>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </SettingsRow>
  )
}

/** The form of a new password; it says that other browsers and apps are signed out. */
function PasswordDialog({ onClose }: { onClose: () => void }) {
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
        <p className="ui-quiet">{text('security.password.text')}</p>
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
          hint={text('sign-in.password-rule', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          autoFocus
        />
      </Form>
    </ConfirmDialog>
  )
}

/** Form of a new password, by the rules of the service; too many changes are shown at the field. It has no draft. */
function usePasswordForm(email: string, onSaved: () => void): FormState {
  const { text } = useTexts()
  const queries = useQueryClient()
  return useForm({
    check: ({ password }) => checkInput(z.object({ password: newPassword(email) }), { password }, 'form'),
    submit: async body => {
      await call(changePassword, { body }, { unloggedStatuses: [TOO_MANY_REQUESTS] })
      toasts.add({ subject: 'password', kind: 'success', text: text('security.password.saved') })
      onSaved()
      await reloadSecurity(queries)
    },
    message: (_name, issue) => formatIssue({ text }, issue),
    refusal: error =>
      error instanceof HttpFailure && error.status === TOO_MANY_REQUESTS
        ? { password: 'too-many-requests' }
        : undefined,
  })
}

const TOO_MANY_REQUESTS = 429

function formatIssue({ text }: Pick<Texts, 'text'>, issue: string): string {
  switch (issue) {
    case 'too-many-requests':
      return text('settings.email.too-many')
    case 'conflict':
      return text('security.password.same-as-email')
    case 'too-long':
      return text('sign-in.password-too-long', { count: PASSWORD_MAX })
    case 'not-valid':
      return text('security.password.not-valid')
    default:
      return text('sign-in.password-too-short', { count: PASSWORD_MIN })
  }
}
