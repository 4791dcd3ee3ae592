import { TZDate } from '@date-fns/tz'
import { formatISO } from 'date-fns/formatISO'
import type { RetailerAddress } from '#contract/delivery-address.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { getChannelBrand } from '../channel-brand.ts'
import type { Order } from '../orders/order.ts'
import type { Invoice, InvoiceContent } from './invoice.ts'
import { computeVat, getSeller, getVatRate } from './seller.ts'

/** Whether the order's customer gets an invoice, because it is a company. */
export const isBusinessOrder = ({ state, isInvoiced = false }: Order): boolean =>
  state.deliveryAddress?.companyName !== undefined && !isInvoiced

/**
 * Creates the invoice of an order that was paid and dispatched; its prices include VAT, which is computed from their
 * sum.
 */
export function composeInvoice(order: Order, now: Date): InvoiceContent {
  const { state, channel } = order
  const brand = getChannelBrand(channel)
  const [rate, gross] = [getVatRate(brand.country), state.total!.amount]
  const vat = { category: 'S' as const, rate }
  const net = gross - computeVat(gross, rate)
  const lines = state.products.map(({ title, description, article, price = 0, quantity }) => {
    const lineNet = price - computeVat(price, rate)
    const priced = { quantity, priceQuantity: quantity, price: lineNet, net: lineNet }
    return {
      description: title,
      details: description,
      article,
      orderCode: order.code,
      unit: 'H87',
      discount: 0,
      ...priced,
      vat,
    }
  })
  const linesNet = lines.reduce((sum, line) => sum + line.net, 0)
  const delivery = net - linesNet
  const today = formatDay(now, brand.timeZone)
  return {
    accountId: state.accountId,
    pdf: 'rendered',
    kind: 'invoice',
    channel,
    locale: brand.locale,
    currency: state.total!.currency,
    issueDate: today,
    dueDate: today,
    seller: getSeller(brand),
    buyer: createBuyer(state.deliveryAddress!),
    orders: [order.code],
    corrects: [],
    delivery: { date: today },
    payment: { method: 'online' },
    notes: [],
    lines,
    discounts: [],
    charges:
      delivery > 0
        ? [{ reason: DELIVERY_BY_LANGUAGE[brand.locale.slice(0, 2)] ?? 'Delivery', amount: delivery, vat }]
        : [],
    vat: [{ ...vat, taxable: net, tax: gross - net }],
    totals: {
      lines: linesNet,
      discounts: 0,
      charges: delivery,
      net,
      vat: gross - net,
      gross,
      paid: gross,
      due: 0,
    },
  }
}

/** Creates the credit note of a whole invoice. */
export function composeCreditNote({ number, body }: Invoice, now: Date): InvoiceContent {
  const { version: _, ...content } = body
  const { timeZone } = getChannelBrand(body.channel)
  const today = formatDay(now, timeZone)
  return {
    ...content,
    kind: 'credit-note',
    issueDate: today,
    dueDate: today,
    corrects: [{ number, issueDate: body.issueDate }],
  }
}

const formatDay = (now: Date, timeZone: string) =>
  formatISO(new TZDate(now, timeZone), { representation: 'date' })

/** The name of delivery on invoices, by language. */
const DELIVERY_BY_LANGUAGE: Record<string, string> = {
  da: 'Levering',
  de: 'Versand',
  en: 'Delivery',
  es: 'Envío',
  fr: 'Livraison',
  it: 'Spedizione',
  nb: 'Levering',
  nl: 'Verzending',
  pt: 'Entrega',
  sv: 'Leverans',
}

function createBuyer(address: RetailerAddress): InvoiceDocument['buyer'] {
  const { companyName, firstName, lastName, street, streetNumber, streetNumberAddition } = address
  const line = [street, streetNumber, streetNumberAddition].filter(Boolean).join(' ')
  return {
    name: companyName ?? lastName,
    contactName: [firstName, lastName].filter(Boolean).join(' '),
    address: {
      lines: line ? [line] : [],
      postalCode: address.postalCode,
      city: address.city,
      countryCode: address.countryCode,
    },
  }
}
