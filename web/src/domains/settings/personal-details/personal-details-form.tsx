import { useState } from 'react'
import type { Customer } from '#contract/customers.ts'
import { SALUTATIONS } from '#contract/input/customer.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormBody } from '../frame/form-body.tsx'
import { useSaveCustomer } from '../frame/use-save-customer.ts'
import { listLanguageOptions } from './language.ts'
import { usePersonalDetailsForm } from './use-personal-details-form.ts'

/** The customer's details (AA-105, OP-81). */
export function PersonalDetailsForm({ customer }: { customer: Customer }) {
  const { text, locale } = useTexts()
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
        parts={{
          day: text('settings.day'),
          month: text('settings.month'),
          year: text('settings.year'),
        }}
        locale={locale}
        defaultValue={customer.dateOfBirth ?? ''}
        autoComplete
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
