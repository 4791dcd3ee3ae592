import { useState } from 'react'
import type { BusinessAccount } from '#contract/business-details.ts'
import type { Customer } from '#contract/customers.ts'
import { hasWrongCheckDigits, normalizeVatNumber } from '#contract/input/vat-number.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import styles from './business.module.css'
import { findStoredAddressId, InvoiceAddressField } from './invoice-address-field.tsx'
import { useBusinessForm } from './use-business-form.ts'

/** The business details (AA-107, OP-83). `onCancel` is absent while there are none. */
export function BusinessDetailsForm({ account, customer, onSaved, onCancel }: BusinessDetailsFormProps) {
  const { details, status } = account
  const texts = useTexts()
  const { text } = texts
  const invoiceAddressId = findStoredAddressId(texts, details?.invoiceAddress, customer.addresses)
  const form = useBusinessForm(details, invoiceAddressId, onSaved)
  const cancel = () => {
    form.draft?.remove()
    onCancel?.()
  }
  const field = (name: TextFieldName) => ({ name, defaultValue: details?.[name] ?? '' })
  return (
    <Form form={form} failure={text('settings.save-failed')} className={styles.form}>
      {status === 'Blocked' && (
        <AlertBanner kind="error">
          <ContactText id="business.status.blocked.text" />
        </AlertBanner>
      )}
      <InvoiceAddressField stored={details?.invoiceAddress} addresses={customer.addresses} />
      <TextField
        {...field('companyName')}
        label={text('business.company-name')}
        autoComplete="organization"
        spellCheck="false"
      />
      <TextField {...field('registrationNumber')} label={text('business.registration-number')} />
      <VatNumberField storedNumber={details?.vatNumber ?? ''} />
      <TextField
        {...field('contactFirstName')}
        label={text('business.contact-first-name')}
        autoComplete="given-name"
        spellCheck="false"
      />
      <TextField
        {...field('contactLastName')}
        label={text('business.contact-last-name')}
        autoComplete="family-name"
        spellCheck="false"
      />
      <TextField
        {...field('invoiceEmail')}
        label={text('business.invoice-email')}
        type="email"
        autoComplete="email"
        spellCheck="false"
      />
      <TextField {...field('phoneNumber')} label={text('settings.phone')} type="tel" autoComplete="tel" />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" pending={form.pending}>
          {text('action.save')}
        </Button>
        {onCancel && <Button onClick={cancel}>{text('action.cancel')}</Button>}
      </div>
    </Form>
  )
}

/** Warns of wrong check digits while the number is entered; they are not an error. */
function VatNumberField({ storedNumber }: { storedNumber: string }) {
  const { text } = useTexts()
  const { country } = useConfig().brand
  const [input, setInput] = useState(storedNumber)
  const number = normalizeVatNumber(country, input)
  const isDoubtful = number !== undefined && hasWrongCheckDigits(number)
  return (
    <TextField
      name="vatNumber"
      label={text('business.vat-number')}
      hint={isDoubtful ? text('business.vat-number.warning') : undefined}
      defaultValue={storedNumber}
      onChange={setInput}
      autoCapitalize="characters"
      spellCheck="false"
    />
  )
}

type TextFieldName =
  | 'companyName'
  | 'registrationNumber'
  | 'contactFirstName'
  | 'contactLastName'
  | 'invoiceEmail'
  | 'phoneNumber'

interface BusinessDetailsFormProps {
  account: BusinessAccount
  customer: Customer
  onSaved: () => void
  onCancel: (() => void) | undefined
}
