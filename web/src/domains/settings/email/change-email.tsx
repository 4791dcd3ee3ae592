import { type ReactNode, useState } from 'react'
import type { EmailChange } from '#contract/email-changes.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormBody } from '../frame/form-body.tsx'
import { FormLoading } from '../frame/form-loading.tsx'
import { canChangeEmail } from './email-change-query.ts'
import { OldAddressLostField } from './old-address-lost-field.tsx'
import { PendingEmailActions } from './pending-email-actions.tsx'
import { type RequestEmailChange, useEmailChange } from './use-email-change.ts'
import { useEmailForm } from './use-email-form.ts'

/** The form of a change of the address; while one awaits its confirmation, what is to be done (AA-048). */
export function ChangeEmail() {
  const { text } = useTexts()
  const claims = useClaims()
  const { pending, isTrustedPasskeyUsed, isLoading, requestEmailChange } = useEmailChange()
  // A form that is open stays when another window requests a change.
  const [isFormOpen, setFormOpen] = useState(false)
  if (!isLoading && !pending && !isFormOpen) setFormOpen(true)
  // Once offered it stays: what was checked must not be dropped in silence.
  const [offersOldAddressLost, setOffered] = useState(false)
  if (isTrustedPasskeyUsed && !offersOldAddressLost) setOffered(true)
  if (!canChangeEmail(claims))
    return <AlertBanner kind="info">{text('settings.email.elsewhere')}</AlertBanner>
  if (isLoading) return <FormLoading fields={2} />
  const request: RequestEmailChange = async change => {
    await requestEmailChange(change)
    setFormOpen(false)
  }
  return (
    <>
      {pending && <MailSent change={pending} />}
      {isFormOpen && (
        <EmailForm
          currentEmail={claims.email}
          offersOldAddressLost={offersOldAddressLost}
          requestEmailChange={request}
        />
      )}
    </>
  )
}

function MailSent({ change }: { change: EmailChange }) {
  const { text, rich } = useTexts()
  return (
    <>
      <AlertBanner kind="success" title={text('settings.email.sent.title')}>
        <p>{rich('settings.email.sent', { b: bold, email: change.email })}</p>
      </AlertBanner>
      <PendingEmailActions change={change} />
    </>
  )
}

function EmailForm({
  currentEmail,
  offersOldAddressLost,
  requestEmailChange,
}: {
  currentEmail: string
  offersOldAddressLost: boolean
  requestEmailChange: RequestEmailChange
}) {
  const { text } = useTexts()
  const form = useEmailForm(currentEmail, requestEmailChange, { offersOldAddressLost })
  return (
    <FormBody form={form} submitLabel={text('settings.email.submit')} failure={text('settings.email.failed')}>
      <p>{text('settings.email.present', { email: currentEmail })}</p>
      <TextField
        name="email"
        label={text('settings.email.new')}
        hint={text('settings.email.hint')}
        type="email"
        autoComplete="email"
        spellCheck="false"
      />
      <TextField
        name="repeated"
        label={text('settings.email.repeat')}
        type="email"
        autoComplete="off"
        spellCheck="false"
      />
      {offersOldAddressLost && <OldAddressLostField currentEmail={currentEmail} />}
    </FormBody>
  )
}

const bold = (content: ReactNode[]) => <b>{content}</b>
