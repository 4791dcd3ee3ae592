import * as z from 'zod/mini'
import { normalizeEmail } from '#contract/input/email-address.ts'
import { newEmail } from '#contract/input/email-change.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { emailRefusal } from './email-refusal.ts'

/** Form of the new address, typed twice (OP-62); a refusal of the service is shown at the field. */
export function useEmailForm(presentEmail: string, start: (email: string) => Promise<void>): FormState {
  const { text } = useTexts()
  return useForm({
    check: values => checkInput(twice(presentEmail), values, 'form'),
    submit: ({ email }) => start(email),
    message: (name, issue) =>
      text(REFUSALS.find(each => each === issue) ?? MESSAGES[name] ?? 'settings.email.not-valid'),
    refusal: error => {
      const refusal = emailRefusal(error)
      return refusal && { email: refusal }
    },
  })
}

const twice = (presentEmail: string) =>
  z.object({ email: newEmail(presentEmail), repeated: z.string() }).check(
    z.refine(({ email, repeated }) => normalizeEmail(email) === normalizeEmail(repeated), {
      error: 'conflict',
      path: ['repeated'],
    }),
  )

/** A refusal of the service is its own message. */
const REFUSALS: readonly MessageId[] = ['settings.email.in-use', 'settings.email.too-many']
const MESSAGES: Record<string, MessageId> = { repeated: 'settings.email.different' }
