import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import type { EmailChange } from '#contract/email-changes.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import { newEmail } from '#contract/input/email-change.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldNotes, useField } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormBody, FormLoading } from '../frame/form-body.tsx'
import { canChangeEmail } from './email-change-query.ts'
import { getEmailRefusal, OLD_ADDRESS_REFUSAL } from './email-refusal.ts'
import { PendingEmailActions } from './pending-email-actions.tsx'
import { type RequestEmailChange, useEmailChange } from './use-email-change.ts'

/** The form of a change of the address; while one awaits its confirmation, what is to be done. */
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
      <AlertBanner kind="success" title={text('sign-in.reset.sent-title')}>
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
    <FormBody form={form} submitLabel={text('action.send-email')} failure={text('settings.email.failed')}>
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

const NAME = 'oldAddressLost'

/** 'I no longer control the old mailbox': the old address then gets a notice without a link. */
function OldAddressLostField({ currentEmail }: { currentEmail: string }) {
  const { text } = useTexts()
  const [isLost, setLost] = useState(false)
  const hint = text('settings.email.old-lost.hint', { email: currentEmail })
  const { pending, field, notes } = useField(NAME, hint)
  return (
    <div>
      <Checkbox {...field} name={NAME} checked={isLost} onChange={setLost} disabled={pending}>
        {text('settings.email.old-lost')}
      </Checkbox>
      <FieldNotes {...notes} />
    </div>
  )
}

/**
 * Form of the new address, typed twice, and of `oldAddressLost` where it is offered; a refusal of the service is
 * shown at the field.
 */
function useEmailForm(
  currentEmail: string,
  requestEmailChange: RequestEmailChange,
  { offersOldAddressLost }: { offersOldAddressLost: boolean },
): FormState {
  const { text } = useTexts()
  const draft = useDraft('email')
  return useForm({
    draft,
    check: values => checkInput(createEmailSchema(currentEmail), values, 'form'),
    submit: ({ email, oldAddressLost }) =>
      requestEmailChange({ email, oldAddressLost: oldAddressLost === 'true' }),
    message: (name, issue) =>
      text(
        REFUSAL_MESSAGES.find(message => message === issue) ??
          MESSAGE_BY_FIELD[name] ??
          (issue === 'conflict' ? 'settings.email.same' : undefined) ??
          'sign-in.email-invalid',
      ),
    refusal: error => {
      const refusal = getEmailRefusal(error, { oldAddressLost: offersOldAddressLost })
      return refusal && { [refusal === OLD_ADDRESS_REFUSAL ? 'oldAddressLost' : 'email']: refusal }
    },
  })
}

const createEmailSchema = (currentEmail: string) =>
  z
    .object({
      email: newEmail(currentEmail),
      repeated: z.string(),
      oldAddressLost: z.optional(z.string()),
    })
    .check(
      z.refine(({ email, repeated }) => normalizeEmail(email) === normalizeEmail(repeated), {
        error: 'conflict',
        path: ['repeated'],
      }),
    )

/** A refusal of the service is its own message. */
const REFUSAL_MESSAGES: readonly MessageId[] = [
  'settings.email.in-use',
  OLD_ADDRESS_REFUSAL,
  'settings.email.same',
  'settings.email.too-many',
]

const MESSAGE_BY_FIELD: Record<string, MessageId> = { repeated: 'settings.email.different' }
