import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import type { InvoiceAddress } from '#contract/business-details.ts'
import { formatAddressLines } from '#web/domains/addresses/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'

/** The choice of an address of the address book; the stored one is offered as well where the book has changed since. */
export function InvoiceAddressField({ stored, addresses }: InvoiceAddressFieldProps) {
  const texts = useTexts()
  const { text } = texts
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
export function findStoredAddressId(
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
