import { type ReactNode, useId, useRef } from 'react'
import { PAYMENT_STATUSES, type PaymentStatus } from '#contract/invoices.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import styles from './invoices.module.css'
import { EMPTY_FILTER, type InvoiceFilterState } from './use-invoice-filter.ts'

/** Search and payment status of the invoices of a year; the status only where the retailer sends it. */
export function InvoiceFilter({ filter, onChange, withPayment, children }: InvoiceFilterProps) {
  const { text } = useTexts()
  const id = useId()
  const search = useRef<HTMLInputElement>(null)
  const statuses = ['all', ...PAYMENT_STATUSES] as const
  const showAll = () => {
    onChange(EMPTY_FILTER)
    // The button goes with the filter.
    search.current?.focus()
  }
  return (
    <div className={styles.filter}>
      <label htmlFor={id} className={styles.searchLabel}>
        {text('invoices.search')}
      </label>
      <input
        ref={search}
        id={id}
        type="search"
        className={styles.search}
        value={filter.query}
        onChange={event => onChange({ ...filter, query: event.target.value })}
      />
      {withPayment && (
        <Select<PaymentStatus | 'all'>
          label={text('invoices.payment')}
          options={statuses.map(status => ({ id: status, label: text(`invoices.payment.${status}`) }))}
          value={filter.payment}
          onChange={payment => onChange({ ...filter, payment })}
          shortLabel={`${text('invoices.payment')}: ${text(`invoices.payment.${filter.payment}`)}`}
          variant="quiet"
        />
      )}
      <p role="status" className={styles.shown}>
        {children}
      </p>
      {children && (
        <Button variant="text" size="small" onClick={showAll}>
          {text('invoices.show-all')}
        </Button>
      )}
    </div>
  )
}

interface InvoiceFilterProps {
  filter: InvoiceFilterState
  onChange: (filter: InvoiceFilterState) => void
  withPayment: boolean
  /** How many invoices are shown while the filter is set; announced. */
  children: ReactNode
}
