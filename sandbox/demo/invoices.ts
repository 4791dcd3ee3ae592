import { addDays } from 'date-fns/addDays'
import { retailerInvoice, retailerInvoiceGroup } from '#contract/retailer-invoices.ts'
import type { Context } from '#server/context.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { upsertInvoice, upsertInvoiceGroup } from '#server/domains/invoices/index.ts'
import { STUDIO_ADDRESS } from './addresses.ts'
import { STUDIO_DAYS } from './customers.ts'
import { type PlannedInvoice, type PricedOrder, planStudioInvoices } from './invoice-plans.ts'

const STANDARD = { category: 'S', rate: 2000 } as const
/** Books. */
const ZERO = { category: 'Z', rate: 0 } as const
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
  for (const plannedInvoice of planStudioInvoices(firstStart, orders))
    await send(ctx, studio.account_id, plannedInvoice, firstStart)
}

async function send(
  ctx: Context,
  accountId: string,
  plannedInvoice: PlannedInvoice,
  firstStart: Date,
): Promise<void> {
  const { number, kind, issueDate, isPdfDelayed } = plannedInvoice
  const documentInput = {
    version: 1,
    accountId,
    paymentStatus:
      kind === 'credit-note' || isPastDue(issueDate, firstStart) ? ('paid' as const) : ('open' as const),
    ...(isPdfDelayed && { availableFrom: addDays(firstStart, PDF_DELAY_DAYS).toISOString() }),
    ...createDocument(plannedInvoice),
  }
  if (kind === 'collective')
    await upsertInvoiceGroup(ctx, `G-${number}`, retailerInvoiceGroup.parse({ ...documentInput, number }))
  else await upsertInvoice(ctx, number, retailerInvoice.parse({ ...documentInput, kind }))
}

const isPastDue = (issueDate: string, firstStart: Date) => addDays(new Date(issueDate), DUE_DAYS) < firstStart

/** Creates the invoice's document. Prices include VAT, which is computed from the sum of each rate. */
function createDocument({ issueDate, orders, corrects }: PlannedInvoice) {
  const lines = orders.flatMap(createLines)
  const linesNet = sum(lines.map(({ net }) => net))
  const zeroRatedNet = sum(lines.filter(({ vat }) => vat === ZERO).map(({ net }) => net))
  const gross = sum(orders.map(({ total }) => total))
  const tax = computeTax(gross - zeroRatedNet)
  const charges = gross - tax - linesNet
  return {
    channel: 'KEEPSAKE-GB',
    locale: 'en-GB' as const,
    currency: 'GBP',
    issueDate,
    dueDate: addDays(new Date(issueDate), DUE_DAYS).toISOString().slice(0, 10),
    seller: SELLER,
    buyer: BUYER,
    orders: orders.map(({ code }) => code),
    corrects: corrects ? [{ number: corrects.number, issueDate: corrects.issueDate }] : [],
    delivery: { date: issueDate },
    payment: { method: 'credit-transfer' as const, iban: 'GB33BUKB20201555555555' },
    lines,
    charges: [{ reason: 'Delivery', amount: charges, vat: STANDARD }],
    vat: [
      { ...STANDARD, taxable: gross - tax - zeroRatedNet, tax },
      ...(zeroRatedNet > 0 ? [{ ...ZERO, taxable: zeroRatedNet, tax: 0 }] : []),
    ],
    totals: { lines: linesNet, charges, net: gross - tax, vat: tax, gross, due: gross },
  }
}

const createLines = ({ code, products }: PricedOrder) =>
  products.map(({ article, title, description, quantity, price }) => {
    const vat = article.startsWith('BOOK') ? ZERO : STANDARD
    const net = vat === ZERO ? price : price - computeTax(price)
    const priced = { quantity, priceQuantity: quantity, price: net, net }
    return { description: title, details: description, article, orderCode: code, ...priced, vat }
  })

/** Computes the standard rate's part of a gross amount. */
const computeTax = (gross: number) => Math.round(gross / 6)

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

const SELLER = {
  name: 'Keepsake Ltd',
  address: { lines: ['1 Print Works'], postalCode: 'BS1 4XX', city: 'Bristol', countryCode: 'GB' },
  vatId: 'GB980780684',
  registration: '01234567',
  email: 'invoices@keepsake.example',
}

const { companyName, firstName, lastName, street, streetNumber, postalCode, city, countryCode } =
  STUDIO_ADDRESS
const BUYER = {
  name: companyName!,
  contactName: `${firstName} ${lastName}`,
  address: { lines: [`${streetNumber} ${street}`], postalCode: postalCode!, city: city!, countryCode },
}
