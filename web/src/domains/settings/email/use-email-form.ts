import * as z from 'zod/mini'
import { normalizeEmail } from '#contract/input/email-address.ts'
import { newEmail } from '#contract/input/email-change.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { getEmailRefusal, OLD_ADDRESS_REFUSAL } from './email-refusal.ts'
import type { RequestEmailChange } from './use-email-change.ts'

/**
 * Form of the new address, typed twice (OP-62), and of `oldAddressLost` where it is offered; a refusal of the service is
 * shown at the field.
 */
export function useEmailForm(
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
          'settings.email.not-valid',
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
