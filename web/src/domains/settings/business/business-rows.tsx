import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { BusinessAccount, BusinessDetails, BusinessStatus } from '#contract/business-details.ts'
import type { Customer } from '#contract/customers.ts'
import { formatAddressLines } from '#web/domains/addresses/index.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Chip, type ChipTone } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactText } from '#web/ui/contact-text.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SettingsButton, SettingsNote, SettingsRow } from '../list/settings-row.tsx'
import styles from './business.module.css'
import { BusinessDetailsForm } from './business-details-form.tsx'
import { BusinessRowsLoading } from './business-rows-loading.tsx'
import { businessQuery } from './use-business-form.ts'

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
      <SettingsNote>
        {formatAddressLines(texts, details.invoiceAddress, { compact: true }).join(', ')}
      </SettingsNote>
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
