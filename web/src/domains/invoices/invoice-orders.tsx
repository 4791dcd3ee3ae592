import { Link } from '@tanstack/react-router'
import type { HistoricalInvoice } from '#contract/invoices.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import styles from './invoices.module.css'

/** The order that an invoice charges, or their number. An order that has not arrived yet is not a link. */
export function InvoiceOrders({
  orders,
  label,
}: Pick<HistoricalInvoice, 'orders'> & { label: (code: string) => string }) {
  const { text } = useTexts()
  const [order] = orders
  if (!order) return null
  if (orders.length > 1) return text('invoices.order-count', { count: orders.length })
  if (!order.isKnown) return label(order.code)
  return (
    <Link to={PATHS.order} params={{ orderCode: order.code }} className={styles.link}>
      {label(order.code)}
    </Link>
  )
}
