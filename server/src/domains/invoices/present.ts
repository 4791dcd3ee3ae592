import type { HistoricalInvoice } from '#contract/invoices.ts'
import type { OrderDocument } from '#contract/order-documents.ts'
import type { Reader } from '../../context.ts'
import { filterOwnOrders } from '../orders/index.ts'
import { canRetry } from './invoices.ts'
import type { ListedInvoice } from './store.ts'

/** Returns the wire form of the account's invoices; orders that have not arrived yet are marked as unknown. */
export async function presentInvoices(
  db: Reader,
  accountId: string,
  invoices: readonly ListedInvoice[],
): Promise<HistoricalInvoice[]> {
  const codes = [...new Set(invoices.flatMap(({ orders }) => orders))]
  const knownCodes = await filterOwnOrders(db, accountId, codes)
  return invoices.map(invoice => presentInvoice(invoice, knownCodes))
}

/** Returns the wire form of a document of an order (NX-145). */
export const presentDocument = ({ state, available_from, ...invoice }: ListedInvoice): OrderDocument => ({
  id: invoice.invoice_id,
  number: invoice.number,
  kind: invoice.kind,
  date: invoice.issue_date,
  amount: Number(invoice.amount),
  currency: invoice.currency,
  state,
  ...(state === 'announced' && available_from ? { availableFrom: available_from.toISOString() } : {}),
  corrects: invoice.corrects.map(({ number }) => number),
})

function presentInvoice(invoice: ListedInvoice, knownCodes: ReadonlySet<string>): HistoricalInvoice {
  const { state, available_from } = invoice
  return {
    id: invoice.invoice_id,
    invoiceNumber: invoice.number,
    kind: invoice.kind,
    date: invoice.issue_date,
    amount: Number(invoice.amount),
    currency: invoice.currency,
    status: state,
    channel: invoice.channel,
    ...(invoice.group_id === null ? {} : { invoiceGroupId: invoice.group_id }),
    orders: invoice.orders.map(code => ({ code, isKnown: knownCodes.has(code) })),
    corrects: invoice.corrects.map(({ number }) => number),
    ...(state === 'announced' && available_from ? { availableFrom: available_from.toISOString() } : {}),
    ...presentPaymentStatus(invoice),
    canRetry: canRetry(invoice),
  }
}

/** Without a status of the retailer, an invoice of which nothing was due is paid; of others it is not known. */
function presentPaymentStatus({
  payment_status,
  kind,
  due,
}: ListedInvoice): Pick<HistoricalInvoice, 'paymentStatus'> {
  if (payment_status !== null) return { paymentStatus: payment_status }
  return kind !== 'credit-note' && due === 0 ? { paymentStatus: 'paid' } : {}
}
