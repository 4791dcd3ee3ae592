import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import type { PaymentStatus } from '#contract/invoices.ts'
import { PAGE_MAX } from '#contract/paging.ts'
import type { StateProblem } from '#contract/state-problem.ts'
import type { Reader } from '../../context.ts'
import { contradictsMethod, findOrder, type OrderBody } from '../orders/index.ts'
import { type InvoiceRow, listInvoicePart } from './store.ts'

/**
 * Lists what of an invoice of one order contradicts what the retailer sent of the order, as warnings with the order's value and the
 * invoice's. Empty for an order that has not arrived, and for what neither says.
 */
export async function listContradictions(
  db: Reader,
  { account_id, body, payment_status }: Pick<InvoiceRow, 'account_id' | 'body' | 'payment_status'>,
): Promise<StateProblem[]> {
  const [code, ...others] = body.orders
  if (code === undefined || others.length > 0 || body.kind === 'credit-note') return []
  const order = await findOrder(db, account_id, code)
  const part = { orderCode: code, limit: PAGE_MAX }
  const invoices = (await listInvoicePart(db, account_id, part)).filter(({ kind }) => kind !== 'credit-note')
  // Of an order with several invoices each is a part.
  return order && invoices.length < 2 ? compareWithOrder(body, payment_status, order.body) : []
}

/** Compares currency, total, VAT by rate, payment and days. */
export function compareWithOrder(
  {
    currency,
    totals,
    vat,
    payment,
    issueDate,
  }: Pick<InvoiceDocument, 'currency' | 'totals' | 'vat' | 'payment' | 'issueDate'>,
  paymentStatus: PaymentStatus | null,
  order: Pick<OrderBody, 'createdAt' | 'total' | 'vat' | 'payment'>,
): StateProblem[] {
  const problems: StateProblem[] = []
  const compare = (path: string, expected: string | number | undefined, found: string | number) => {
    if (expected !== undefined && expected !== found)
      problems.push({ path, code: 'order-differs', expected, found, severity: 'warning' })
  }
  compare('currency', order.total?.currency, currency)
  if (order.total?.currency !== currency) return problems
  compare('totals.gross', order.total.amount, totals.gross)
  for (const { rate, amount } of order.vat ?? []) {
    const index = vat.findIndex(each => each.rate === rate)
    compare(index < 0 ? 'vat' : `vat.${index}.tax`, amount, vat[index]?.tax ?? 0)
  }
  if (payment && order.payment && contradictsMethod(order.payment.method, payment.method))
    compare('payment.method', order.payment.method, payment.method)
  // An order on account is paid by its invoice, which says so later.
  if (order.payment?.paidAt !== undefined && paymentStatus === 'open')
    compare('paymentStatus', 'paid', 'open')
  // The earliest day anywhere: an invoice of the same day is not before its order.
  const orderedOn = formatCalendarDay(new Date(order.createdAt), 'Etc/GMT+12')
  if (issueDate < orderedOn) compare('issueDate', orderedOn, issueDate)
  return problems
}
