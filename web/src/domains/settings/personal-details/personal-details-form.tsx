import { useState } from 'react'
import * as z from 'zod/mini'
import type { Customer } from '#contract/customers.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { PERSON_NAME_MAX, personalDetails, SALUTATIONS } from '#contract/input/customer.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { useRefetchCustomer } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { getLimitText, getPhoneText } from '#web/platform/forms/limit-text.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormBody } from '../frame/form-body.tsx'
import { useSaveCustomer } from '../frame/use-save-customer.ts'
import { listLanguageOptions } from './language.ts'

/** The customer's details. */
export function PersonalDetailsForm({ customer }: { customer: Customer }) {
  const { text } = useTexts()
  const { brand } = useConfig()
  const form = usePersonalDetailsForm(customer, useSaveCustomer(customer))
  const [salutation, setSalutation] = useState(customer.salutation ?? '')
  const [language, setLanguage] = useState(customer.language)
  const optional = text('settings.optional')
  return (
    <FormBody form={form}>
      <SelectField
        name="salutation"
        label={text('settings.salutation')}
        options={[
          { id: '', label: text('settings.salutation.none') },
          { id: SALUTATIONS[0], label: text('settings.salutation.ms') },
          { id: SALUTATIONS[1], label: text('settings.salutation.mr') },
        ]}
        value={salutation}
        onChange={setSalutation}
      />
      <TextField
        name="firstName"
        label={text('settings.first-name')}
        defaultValue={customer.firstName ?? ''}
        autoComplete="given-name"
        spellCheck="false"
      />
      <TextField
        name="lastName"
        label={text('settings.last-name')}
        defaultValue={customer.lastName ?? ''}
        autoComplete="family-name"
        spellCheck="false"
      />
      <DateField
        name="dateOfBirth"
        label={text('settings.date-of-birth')}
        optional={optional}
        defaultValue={customer.dateOfBirth ?? ''}
      />
      <TextField
        name="phoneNumber"
        label={text('settings.phone')}
        optional={optional}
        type="tel"
        defaultValue={customer.phoneNumber ?? ''}
        autoComplete="tel"
      />
      <SelectField
        name="language"
        label={text('settings.language')}
        hint={text('settings.language.hint')}
        options={listLanguageOptions(customer.language, brand.locale)}
        value={language}
        onChange={setLanguage}
      />
    </FormBody>
  )
}

/** Form of the personal details, checked by the contract; an empty field that may be empty is null. */
function usePersonalDetailsForm(
  customer: Customer,
  save: (details: PersonalDetails) => Promise<void>,
): FormState {
  const { texts, text, timeZone } = useTexts()
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
