import * as z from 'zod/mini'
import type { Customer } from '#contract/customers.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { PERSON_NAME_MAX, personalDetails } from '#contract/input/customer.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { useRefetchCustomer } from '#web/domains/customers/index.ts'
import { getLimitText, getPhoneText } from '#web/platform/forms/limit-text.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** Form of the personal details, checked by the contract; an empty field that may be empty is null. */
export function usePersonalDetailsForm(
  customer: Customer,
  save: (details: PersonalDetails) => Promise<void>,
): FormState {
  const texts = useTexts()
  const { text, timeZone } = texts
  const refetch = useRefetchCustomer()
  const draft = useDraft('personal-details')
  return useForm({
    check: values => {
      const today = formatCalendarDay(new Date(Date.now()), timeZone)
      return checkInput(z.object(personalDetails({ today })), emptyToNull(values), 'form')
    },
    submit: save,
    stored: Object.fromEntries(FIELDS.map(name => [name, customer[name] ?? ''])),
    refetch,
    draft,
    message: (name, issue, values) => {
      if (name === 'phoneNumber') return getPhoneText(texts, values[name])
      const label = LABEL_BY_NAME[name]
      const limit = label && getLimitText(texts, { label: text(label), max: PERSON_NAME_MAX }, issue)
      return limit ?? text(MESSAGE_BY_FIELD[name] ?? 'settings.save-failed')
    },
  })
}

type PersonalDetails = z.infer<z.ZodMiniObject<ReturnType<typeof personalDetails>>>

const FIELDS = ['salutation', 'firstName', 'lastName', 'dateOfBirth', 'phoneNumber', 'language'] as const

const emptyToNull = (values: Record<string, string>) => ({
  ...values,
  ...Object.fromEntries(
    ['salutation', 'dateOfBirth', 'phoneNumber'].map(name => [name, values[name]?.trim() || null]),
  ),
})

const MESSAGE_BY_FIELD: Record<string, MessageId> = {
  firstName: 'settings.first-name.not-valid',
  lastName: 'settings.last-name.not-valid',
  dateOfBirth: 'settings.date-of-birth.not-valid',
}

/** The fields of a name. */
const LABEL_BY_NAME: Record<string, MessageId> = {
  firstName: 'settings.first-name',
  lastName: 'settings.last-name',
}
