import { z } from 'zod'
import type { RetailerAddress } from '#contract/delivery-address.ts'
import { formatStreetLines } from '#contract/input/address/street-lines.ts'
import { type InvoiceDocument, invoiceNumber } from '#contract/invoice-document.ts'
import { retailerInvoice } from '#contract/retailer-invoices.ts'
import { getChannelBrand } from '../brand-page.ts'
import { formatDay } from '../orders/delivery.ts'
import type { Order } from '../orders/order.ts'
import { nameArticle } from '../pages/page.ts'
import type { Records } from '../records.ts'
import { getTexts } from '../texts/texts.ts'
import { composeFigures, getSeller, getVatRate } from './figures.ts'

/**
 * Issues what an order has documents for: the invoice of a business's order when it is dispatched, and a credit note when
 * it is cancelled after that; the documents of a consumer's order when back office says so. Idempotent.
 */
export function issueInvoices(invoices: Invoices, order: Order, now: Date): void {
  const { documents = [], state } = order
  if (isInvoicedNow(order)) issueInvoice(invoices, order.code, composeInvoice(order, now))
  if (documents.includes('receipt'))
    issueInvoice(invoices, order.code, { ...composeInvoice(order, now), kind: 'receipt' })
  const [first] = listOrderInvoices(invoices, order.code)
  const isCredited =
    documents.includes('credit-note') || (isInvoicedNow(order) && state.status === 'Cancelled')
  if (first && isCredited) issueInvoice(invoices, order.code, composeCreditNote(first, now))
}

/** Whether it is dispatched to a company, which gets an invoice. */
const isInvoicedNow = ({ step, state, isInvoiced = false }: Order): boolean =>
  step === 'Dispatched' && state.deliveryAddress?.companyName !== undefined && !isInvoiced

/** Creates the invoice of an order that was paid and dispatched. */
export function composeInvoice(order: Order, now: Date): InvoiceContent {
  const { state, channel } = order
  const brand = getChannelBrand(channel)
  const today = formatDay(order, now)
  const total = state.total!
  const texts = getTexts(brand)
  const products = state.products.map(product =>
    product.title === product.article ? { ...product, title: nameArticle(texts, product.title) } : product,
  )
  return {
    accountId: state.accountId,
    pdf: 'rendered',
    kind: 'invoice',
    channel,
    locale: brand.locale,
    currency: total.currency,
    issueDate: today,
    dueDate: today,
    seller: getSeller(brand),
    buyer: createBuyer(state.deliveryAddress!),
    orders: [order.code],
    corrects: [],
    delivery: { date: today },
    payment: { method: 'online' },
    notes: [],
    ...composeFigures([{ code: order.code, products, total: total.amount }], {
      rate: getVatRate(brand.country),
      deliveryName: texts.text('summary.shipping'),
      isPaid: true,
    }),
  }
}

/** Creates the credit note of a whole invoice. */
function composeCreditNote({ number, body }: Invoice, now: Date): InvoiceContent {
  const { version: _, ...content } = body
  const today = formatDay(body, now)
  return {
    ...content,
    kind: 'credit-note',
    issueDate: today,
    dueDate: today,
    corrects: [{ number, issueDate: body.issueDate }],
  }
}

export function createBuyer(address: RetailerAddress): InvoiceDocument['buyer'] {
  const { companyName, firstName, lastName } = address
  return {
    name: companyName ?? lastName,
    contactName: [firstName, lastName].filter(Boolean).join(' '),
    address: {
      lines: formatStreetLines(address),
      postalCode: address.postalCode,
      city: address.city,
      countryCode: address.countryCode,
    },
  }
}

/** An issued invoice or credit note, which never changes. */
export const invoice = z.object({
  number: invoiceNumber,
  orderCode: z.string(),
  body: retailerInvoice,
})
type Invoice = z.infer<typeof invoice>

/** The content of an invoice without what is derived from its number. */
type InvoiceContent = Omit<Invoice['body'], 'version'>

/** The issued invoices, by their numbers. */
export type Invoices = Records<Invoice>

/** All invoices of an order, the oldest first. */
export const listOrderInvoices = (invoices: Invoices, orderCode: string): Invoice[] =>
  invoices.list().flatMap(([, each]) => (each.orderCode === orderCode ? [each] : []))

/**
 * Issues a document of an order, unless the order has one of that kind, under the next number of the shop's series:
 * S-2026-00001, S-2026-00002 …
 */
function issueInvoice(invoices: Invoices, orderCode: string, content: InvoiceContent): void {
  if (listOrderInvoices(invoices, orderCode).some(({ body }) => body.kind === content.kind)) return
  const prefix = `S-${content.issueDate.slice(0, 4)}-`
  const count = invoices.list().filter(([number]) => number.startsWith(prefix)).length
  const number = `${prefix}${String(count + 1).padStart(5, '0')}`
  invoices.upsert(number, () => ({ number, orderCode, body: { version: 1, ...content } }))
}
