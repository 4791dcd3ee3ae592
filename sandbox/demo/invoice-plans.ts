import { TZDate } from '@date-fns/tz'
import { millisecondsInDay } from 'date-fns/constants'
import { formatISO } from 'date-fns/formatISO'
import type { PricedOrder } from '../shop/invoices/figures.ts'
import { planStudioOrders } from './order-plans.ts'

/** An invoice of the demo's studio, with the orders it charges. */
export interface PlannedInvoice {
  number: string
  kind: 'invoice' | 'credit-note' | 'collective'
  /** YYYY-MM-DD. */
  issueDate: string
  orders: readonly PricedOrder[]
  /** The invoice that a credit note corrects. */
  corrects?: PlannedInvoice
  /** Whether the PDF becomes available later; true for the newest invoice. */
  isPdfDelayed?: true
}

const INVOICES = 260
/** The orders of each collective invoice. */
const COLLECTIVES = [
  { first: 30, count: 12 },
  { first: 90, count: 9 },
]
/** Indexes of the invoices with a credit note. */
const CREDITED_INVOICES = [12, 48, 110, 170]
/** Days from placing an order to its invoice. */
const SENT_AFTER_DAYS = 2
/** Days between two orders from before the account was registered. */
const OLD_PACE = 8

/** 260 invoices, 4 credit notes and 2 collective invoices over two years, the newest first. `orders`: in planned order. */
export function planStudioInvoices(firstStart: Date, orders: readonly PricedOrder[]): PlannedInvoice[] {
  const dispatchedOrders = planStudioOrders().flatMap(({ steps, daysAgo }, index) =>
    steps === 4 ? { ...orders[index]!, daysAgo } : [],
  )
  const collectiveOrders = COLLECTIVES.map(({ first, count }) => dispatchedOrders.slice(first, first + count))
  const singleOrders = dispatchedOrders.filter(
    order => !collectiveOrders.some(orders => orders.includes(order)),
  )
  const oldest = dispatchedOrders.at(-1)!
  const earlierOrders = Array.from({ length: INVOICES - singleOrders.length }, (_, index) => ({
    ...oldest,
    code: `M-${4999 - index}`,
    daysAgo: oldest.daysAgo + (index + 1) * OLD_PACE,
  }))
  const plan = (
    kind: PlannedInvoice['kind'],
    daysAgo: number,
    orders: readonly PricedOrder[],
    corrects?: PlannedInvoice,
  ): PlannedInvoice => {
    const issuedAt = new TZDate(
      firstStart.getTime() - Math.max(0, daysAgo) * millisecondsInDay,
      'Europe/London',
    )
    const issueDate = formatISO(issuedAt, { representation: 'date' })
    return { number: '', kind, issueDate, orders, corrects }
  }
  const invoicedOrders = [...singleOrders, ...earlierOrders]
  const invoices = invoicedOrders.map(order => plan('invoice', order.daysAgo - SENT_AFTER_DAYS, [order]))
  const others = [
    ...collectiveOrders.map(orders => plan('collective', orders[0]!.daysAgo - SENT_AFTER_DAYS, orders)),
    ...CREDITED_INVOICES.map(index => {
      const order = invoicedOrders[index]!
      return plan('credit-note', order.daysAgo - 2 * SENT_AFTER_DAYS, [order], invoices[index])
    }),
  ]
  const [newest, ...rest] = setNumbers([...invoices, ...others]).toReversed()
  return [{ ...newest!, isPdfDelayed: true }, ...rest]
}

/** Numbers the invoices, and returns them oldest first: numbers increase with the days of a year, without a gap. */
function setNumbers(invoices: readonly PlannedInvoice[]): PlannedInvoice[] {
  const oldestFirst = invoices.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate))
  for (const [year, issued] of Map.groupBy(oldestFirst, ({ issueDate }) => issueDate.slice(0, 4)))
    for (const [index, invoice] of issued.entries())
      invoice.number = `${year}-${String(index + 1).padStart(4, '0')}`
  return oldestFirst
}
