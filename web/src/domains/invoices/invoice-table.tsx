import type { HistoricalInvoice } from '#contract/invoices.ts'
import { dayLabel } from '#web/platform/i18n/dates.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import { kindLabel, paymentLabel } from './invoice-kind.ts'
import { InvoiceOrders } from './invoice-orders.tsx'
import styles from './invoices.module.css'

/** The invoices of a year on a large screen, and on paper. */
export function InvoiceTable({ invoices, year }: InvoiceTableProps) {
  const { text } = useTexts()
  return (
    <table className={styles.table} aria-label={text('invoices.of-year', { year })}>
      <thead>
        <tr>
          <th scope="col">{text('invoices.number')}</th>
          <th scope="col">{text('invoices.date')}</th>
          <th scope="col">{text('invoices.orders')}</th>
          <th scope="col" className={styles.end}>
            {text('invoices.amount')}
          </th>
          <th scope="col" className={styles.document}>
            {text('invoices.document')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map(invoice => (
          <InvoiceRow key={`${invoice.channel} ${invoice.id}`} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

export interface InvoiceTableProps {
  /** Newest first. */
  invoices: readonly HistoricalInvoice[]
  year: string
}

function InvoiceRow({ invoice }: { invoice: HistoricalInvoice }) {
  const texts = useTexts()
  const kind = kindLabel(texts, invoice)
  const payment = paymentLabel(texts, invoice)
  return (
    <tr>
      <th scope="row">
        {invoice.invoiceNumber}
        {kind && <span className={styles.kind}>{kind}</span>}
      </th>
      <td>{dayLabel(texts, `${invoice.date}T00:00:00`)}</td>
      <td>
        <InvoiceOrders orders={invoice.orders} label={code => code} />
      </td>
      <td className={styles.end}>
        {moneyLabel(texts, invoice.amount, invoice.currency)}
        {payment && <span className={styles.kind}>{payment}</span>}
      </td>
      <td className={styles.document}>
        <InvoiceDocument invoice={invoice} />
      </td>
    </tr>
  )
}
