import type { Reader } from '../../context.ts'
import type { OrderInvoice } from '../orders/index.ts'
import { type Credits, findPaymentStatus, findSentStatus, loadCredits } from './credits.ts'
import { listInvoicesOfOrders, type OrderingInvoice, toInvoiceKey } from './store.ts'

/**
 * Loads what the account's invoices say about these orders, by the order's code. An invoice that is credited as a whole counts only if
 * all of them are.
 */
export async function loadOrderInvoices(
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<Map<string, OrderInvoice>> {
  const invoices = await listInvoicesOfOrders(db, accountId, codes)
  if (invoices.length === 0) return new Map()
  const credits = await loadCredits(db, accountId)
  return new Map(
    codes.flatMap(code => {
      const own = invoices.filter(({ orders }) => orders.includes(code))
      const valid = own.filter(invoice => findPaymentStatus(invoice, credits) !== 'credited')
      return own.length === 0 ? [] : [[code, summarizeInvoices(valid.length > 0 ? valid : own, own, credits)]]
    }),
  )
}

function summarizeInvoices(
  invoices: readonly OrderingInvoice[],
  all: readonly OrderingInvoice[],
  credits: Credits,
): OrderInvoice {
  const [{ currency }] = invoices as [OrderingInvoice]
  const isComparable = invoices.every(each => each.orders.length === 1 && each.currency === currency)
  const sent = new Set(invoices.map(findSentStatus))
  const repayableKeys = all
    .filter(invoice => invoice.orders.length === 1 && findSentStatus(invoice) !== 'open')
    .map(toInvoiceKey)
  const listed = new Set(invoices.map(invoice => findPaymentStatus(invoice, credits)))
  return {
    ...(isComparable && {
      total: { amount: sum(invoices.map(({ amount }) => Number(amount))), currency },
      vat: sumVat(invoices),
    }),
    count: invoices.length,
    paymentStatus: listed.size === 1 ? [...listed][0] : listed.has('open') ? 'open' : undefined,
    isPaid: sent.has('open') ? false : sent.has(undefined) ? undefined : true,
    payment: invoices.find(({ payment }) => payment)?.payment,
    credited: sum(repayableKeys.map(key => credits.amounts.get(key) ?? 0)),
    repaid: sum(repayableKeys.map(key => credits.repaid.get(key) ?? 0)),
  }
}

/** VAT by rate; a rate of 0 has none. */
const sumVat = (invoices: readonly OrderingInvoice[]): NonNullable<OrderInvoice['vat']> =>
  [
    ...Map.groupBy(
      invoices.flatMap(({ vat }) => vat),
      ({ rate }) => rate,
    ),
  ]
    .map(([rate, parts]) => ({ rate, amount: sum(parts.map(({ tax }) => tax)) }))
    .filter(({ amount }) => amount > 0)

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
