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
  const formatDay = (daysAgo: number) =>
    formatISO(new TZDate(new Date(firstStart.getTime() - daysAgo * millisecondsInDay), 'Europe/London'), {
      representation: 'date',
    })
  const invoices = [...singleOrders, ...earlierOrders].map(order => ({
    kind: 'invoice' as const,
    issueDate: formatDay(Math.max(0, order.daysAgo - SENT_AFTER_DAYS)),
    orders: [order],
  }))
  const others = [
    ...collectiveOrders.map(orders => ({
      kind: 'collective' as const,
      issueDate: formatDay(orders[0]!.daysAgo - SENT_AFTER_DAYS),
      orders,
    })),
    ...CREDITED_INVOICES.map(index => {
      const creditedInvoice = invoices[index]!
      const issueDate = formatDay(creditedInvoice.orders[0]!.daysAgo - 2 * SENT_AFTER_DAYS)
      return {
        kind: 'credit-note' as const,
        issueDate,
        orders: creditedInvoice.orders,
        credits: creditedInvoice,
      }
    }),
  ]
  return addNumbers([...invoices, ...others])
}

type Unnumbered = Omit<PlannedInvoice, 'number' | 'corrects'> & { credits?: object }

/** Numbers increase with the days of a year, without a gap. */
function addNumbers(planned: readonly Unnumbered[]): PlannedInvoice[] {
  const oldestFirst = planned.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate))
  const counts = new Map<string, number>()
  const invoiceByPlan = new Map<object, PlannedInvoice>()
  for (const invoice of oldestFirst) {
    const { credits, ...parts } = invoice
    const year = parts.issueDate.slice(0, 4)
    const count = (counts.get(year) ?? 0) + 1
    counts.set(year, count)
    const corrects = credits && invoiceByPlan.get(credits)
    const number = `${year}-${String(count).padStart(4, '0')}`
    invoiceByPlan.set(invoice, { ...parts, number, ...(corrects && { corrects }) })
  }
  const [newest, ...rest] = [...invoiceByPlan.values()].toReversed()
  return [{ ...newest!, isPdfDelayed: true }, ...rest]
}
