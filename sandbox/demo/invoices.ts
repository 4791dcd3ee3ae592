import { addDays } from 'date-fns/addDays'
import { retailerInvoice, retailerInvoiceGroup } from '#contract/retailer-invoices.ts'
import type { Context } from '#server/context.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { upsertInvoice, upsertInvoiceGroup } from '#server/domains/invoices/invoices.ts'
import { getChannelBrand } from '../shop/brand-page.ts'
import { createBuyer } from '../shop/invoices/compose-invoice.ts'
import { composeFigures, getSeller, getVatRate, type PricedOrder } from '../shop/invoices/figures.ts'
import { STUDIO_ADDRESS } from './addresses.ts'
import { STUDIO_DAYS } from './customers.ts'
import { type PlannedInvoice, planStudioInvoices } from './invoice-plans.ts'

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
