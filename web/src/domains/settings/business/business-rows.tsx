import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import type {
  BusinessAccount,
  BusinessDetails,
  BusinessStatus,
  InvoiceAddress,
} from '#contract/business-details.ts'
import type { Customer } from '#contract/customers.ts'
import { hasWrongCheckDigits, normalizeVatNumber } from '#contract/input/vat-number.ts'
import { formatAddressLines } from '#web/domains/addresses/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip, type ChipTone } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactText } from '#web/ui/contact-text.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SettingsButton, SettingsNote, SettingsRow } from '../list/settings-row.tsx'
import styles from './business.module.css'
import { BusinessRowsLoading } from './business-rows-loading.tsx'
import { businessQuery, useBusinessForm } from './use-business-form.ts'

/**
 * Status and details of a business customer; the details are changed in place, and entered there while missing.
 */
export function BusinessRows({ customer }: { customer: Customer }) {
  const { data, isError, refetch } = useQuery({ ...businessQuery, refetchOnMount: 'always' })
  if (data)
    return (
      <>
        <StatusRow status={data.status} />
        <DetailsRow account={data} customer={customer} />
      </>
    )
  if (!isError) return <BusinessRowsLoading />
  return <LoadFailed retry={refetch} id="settings.load-failed" />
}

function StatusRow({ status }: { status: BusinessStatus }) {
  const { text } = useTexts()
  const { tone, label, note } = PRESENTATION_BY_STATUS[status]
  return (
    <SettingsRow label={text('business.status')}>
      <Chip tone={tone}>{text(label)}</Chip>
      <SettingsNote>
        <ContactText id={note} />
      </SettingsNote>
    </SettingsRow>
  )
}

const PRESENTATION_BY_STATUS: Record<BusinessStatus, { tone: ChipTone; label: MessageId; note: MessageId }> =
  {
    Default: { tone: 'warning', label: 'business.status.default', note: 'business.status.default.text' },
    New: { tone: 'progress', label: 'business.status.new', note: 'business.status.new.text' },
    Active: { tone: 'accent', label: 'business.status.active', note: 'business.status.active.text' },
    Blocked: { tone: 'critical', label: 'business.status.blocked', note: 'business.status.blocked.text' },
  }

function DetailsRow({ account, customer }: { account: BusinessAccount; customer: Customer }) {
  const { text } = useTexts()
  const { status, details } = account
  const isBlocked = status === 'Blocked'
  // Decided once: a form that is open stays when details or a block arrive from elsewhere.
  const [formState, setFormState] = useState<'initial' | 'open' | 'closed'>(
    details === null && !isBlocked ? 'open' : 'initial',
  )
  const isOpen = formState === 'open'
  const close = () => setFormState('closed')
  if (isOpen)
    return (
      <FormSection>
        <BusinessDetailsForm
          account={account}
          customer={customer}
          onSaved={close}
          onCancel={details ? close : undefined}
        />
      </FormSection>
    )
  return (
    <SettingsRow
      label={text('business.details')}
      renderAction={labelId =>
        !isBlocked && (
          <SettingsButton
            labelId={labelId}
            autoFocus={formState === 'closed'}
            onClick={() => setFormState('open')}
          >
            {text('action.edit')}
          </SettingsButton>
        )
      }
    >
      {details ? <Details details={details} /> : <p>{text('settings.personal-details.none')}</p>}
    </SettingsRow>
  )
}

function Details({ details }: { details: BusinessDetails }) {
  const { texts, text } = useTexts()
  const { contactFirstName, contactLastName, invoiceEmail, phoneNumber, registrationNumber } = details
  const contact = [`${contactFirstName} ${contactLastName}`, invoiceEmail, phoneNumber]
  return (
    <>
      <p>{details.companyName}</p>
      <SettingsNote>{[details.vatNumber, registrationNumber].join(' · ')}</SettingsNote>
      {details.vatNumberWarning && <SettingsNote>{text('business.vat-number.warning')}</SettingsNote>}
      <SettingsNote>{contact.join(' · ')}</SettingsNote>
      <SettingsNote>{formatLine(texts, details.invoiceAddress)}</SettingsNote>
    </>
  )
}

function FormSection({ children }: { children: ReactNode }) {
  const { text } = useTexts()
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes('ui-stack24', styles.section)}>
      <h2 id={id} className={styles.title}>
        {text('business.details')}
      </h2>
      {children}
    </section>
  )
}

/** The business details. `onCancel` is absent while there are none. */
function BusinessDetailsForm({ account, customer, onSaved, onCancel }: BusinessDetailsFormProps) {
  const { details, status } = account
  const { texts, text } = useTexts()
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
      <div className="ui-cluster12">
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

type TextFieldName = Exclude<keyof BusinessDetails, 'vatNumber' | 'vatNumberWarning' | 'invoiceAddress'>

interface BusinessDetailsFormProps {
  account: BusinessAccount
  customer: Customer
  onSaved: () => void
  onCancel: (() => void) | undefined
}

/** The choice of an address of the address book; the stored one is offered as well where the book has changed since. */
function InvoiceAddressField({ stored, addresses }: InvoiceAddressFieldProps) {
  const { texts, text } = useTexts()
  const storedLine = stored && formatLine(texts, stored)
  const options = addresses.map(address => ({ id: address.id, label: formatLine(texts, address) }))
  const isStored = (option: { label: string }) => option.label === storedLine
  const [selectedId, setSelectedId] = useState(findStoredAddressId(texts, stored, addresses))
  // A chosen address that has left the book is no choice any more, and no other takes its place.
  const value = options.some(({ id }) => id === selectedId) ? selectedId : ''
  const hasStoredOption = storedLine && !options.some(isStored)
  const needsEmptyOption = hasStoredOption || !storedLine || value === ''
  const emptyOption = {
    id: '',
    label: hasStoredOption ? storedLine : text('business.invoice-address.choose'),
  }
  return (
    <>
      {addresses.length === 0 && (
        <AlertBanner kind="info" action={<Link to={PATHS.newBusinessAddress}>{text('addresses.add')}</Link>}>
          {text('business.invoice-address.empty')}
        </AlertBanner>
      )}
      <SelectField
        name="invoiceAddressId"
        label={text('business.invoice-address')}
        options={needsEmptyOption ? [emptyOption, ...options] : options}
        value={value}
        onChange={setSelectedId}
      />
    </>
  )
}

/** Returns the id of the address of the book that is stored; '' where none is, or it has left the book. */
function findStoredAddressId(
  texts: Texts,
  stored: InvoiceAddress | undefined,
  addresses: readonly Address[],
): string {
  const storedLine = stored && formatLine(texts, stored)
  return addresses.find(address => formatLine(texts, address) === storedLine)?.id ?? ''
}

const formatLine = (texts: Texts, address: InvoiceAddress) =>
  formatAddressLines(texts, address, { compact: true }).join(', ')

interface InvoiceAddressFieldProps {
  stored: InvoiceAddress | undefined
  /** The address book. */
  addresses: readonly Address[]
}
