import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { millisecondsInDay } from 'date-fns/constants'
import { formatISO } from 'date-fns/formatISO'
import { retailerInvoice, retailerInvoiceGroup } from '#contract/retailer-invoices.ts'
import type { Context } from '#server/context.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { upsertInvoice, upsertInvoiceGroup } from '#server/domains/invoices/invoices.ts'
import { getChannelBrand } from '../shop/brand-page.ts'
import { createBuyer } from '../shop/invoices/compose-invoice.ts'
import { composeFigures, getSeller, getVatRate, type PricedOrder } from '../shop/invoices/figures.ts'
import { STUDIO_ADDRESS } from './addresses.ts'
import { STUDIO_DAYS } from './customers.ts'
import { planStudioOrders } from './order-plans.ts'

const CHANNEL = 'KEEPSAKE-GB'
const DUE_DAYS = 30
/** Days until the PDF of the newest invoice is available. */
const PDF_DELAY_DAYS = 9

/**
 * Sends the invoices of the demo's business for its orders, as a retailer does. Jobs render their PDFs, the newest
 * first. Idempotent; resumes after an interrupted start.
 */
export async function seedDemoInvoices(
  ctx: Context,
  studio: Pick<Customer, 'account_id' | 'registered_at'>,
  orders: readonly PricedOrder[],
): Promise<void> {
  if (orders.length === 0) return
  // The time of the first start, so that a later one plans the same numbers.
  const firstStart = addDays(studio.registered_at, STUDIO_DAYS)
  for (const plannedInvoice of planStudioInvoices(firstStart, orders)) {
    const { number, kind, issueDate, isPdfDelayed } = plannedInvoice
    const isPaid = kind === 'credit-note' || addDays(issueDate, DUE_DAYS) < firstStart
    const input = {
      version: 1,
      accountId: studio.account_id,
      paymentStatus: isPaid ? 'paid' : 'open',
      ...(isPdfDelayed && { availableFrom: addDays(firstStart, PDF_DELAY_DAYS).toISOString() }),
      ...createDocument(plannedInvoice),
    }
    if (kind === 'collective')
      await upsertInvoiceGroup(ctx, `G-${number}`, retailerInvoiceGroup.parse({ ...input, number }))
    else await upsertInvoice(ctx, number, retailerInvoice.parse({ ...input, kind }))
  }
}

/** Creates the invoice's document. */
function createDocument({ issueDate, orders, corrects }: PlannedInvoice) {
  return {
    channel: CHANNEL,
    locale: 'en-GB' as const,
    currency: 'GBP',
    issueDate,
    dueDate: addDays(new Date(issueDate), DUE_DAYS).toISOString().slice(0, 10),
    seller: {
      ...getSeller(getChannelBrand(CHANNEL)),
      registration: '01234567',
      email: 'invoices@keepsake.example',
    },
    buyer: createBuyer({ ...STUDIO_ADDRESS, type: 'Home' }),
    orders: orders.map(({ code }) => code),
    corrects: corrects ? [{ number: corrects.number, issueDate: corrects.issueDate }] : [],
    delivery: { date: issueDate },
    payment: { method: 'credit-transfer' as const, iban: 'GB33BUKB20201555555555' },
    ...composeFigures(orders, {
      rate: getVatRate('GB'),
      deliveryName: 'Delivery',
      isPaid: false,
    }),
  }
}

/** An invoice of the demo's studio, with the orders it charges. */
interface PlannedInvoice {
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
function planStudioInvoices(firstStart: Date, orders: readonly PricedOrder[]): PlannedInvoice[] {
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
