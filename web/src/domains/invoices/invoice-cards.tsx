import type { HistoricalInvoice } from '#contract/invoices.ts'
import { dayLabel } from '#web/platform/i18n/dates.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import { kindLabel, paymentLabel } from './invoice-kind.ts'
import { InvoiceOrders } from './invoice-orders.tsx'
import type { InvoiceTableProps } from './invoice-table.tsx'
import styles from './invoices.module.css'

/** The invoices of a year on a small screen. */
export function InvoiceCards({ invoices, year }: InvoiceTableProps) {
  const { text } = useTexts()
  return (
    <ul className={styles.cards} aria-label={text('invoices.of-year', { year })}>
      {invoices.map(invoice => (
        <InvoiceCard key={`${invoice.channel} ${invoice.id}`} invoice={invoice} />
      ))}
    </ul>
  )
}

function InvoiceCard({ invoice }: { invoice: HistoricalInvoice }) {
  const texts = useTexts()
  const { text } = texts
  const details = [kindLabel(texts, invoice), paymentLabel(texts, invoice)].filter(Boolean).join(' · ')
  const isReady = invoice.status === 'ready'
  return (
    <li className={styles.card}>
      <div>
        <p className={styles.first}>
          <span className={styles.number}>{invoice.invoiceNumber}</span>
          <span className={styles.amount}>{moneyLabel(texts, invoice.amount, invoice.currency)}</span>
        </p>
        <p className={styles.more}>
          {dayLabel(texts, `${invoice.date}T00:00:00`)}
          {invoice.orders.length > 0 && ' · '}
          <InvoiceOrders orders={invoice.orders} label={code => text('order.title', { code })} />
        </p>
        {details && <p className={styles.more}>{details}</p>}
        {!isReady && <InvoiceDocument invoice={invoice} />}
      </div>
      {isReady && (
        <div className={styles.download}>
          <InvoiceDocument invoice={invoice} compact />
        </div>
      )}
    </li>
  )
}
