import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { getChannelBrand } from '../channel-brand.ts'
import { computeVat, getVatRate } from '../invoices/seller.ts'
import { getTexts } from '../texts/texts.ts'

/** Says how an order of a channel was paid, or that the payment failed. The stand-in has one card for all customers. */
export const describePayment = (
  channel: string,
  when: { paidAt: string } | { failedAt: string },
): RetailerOrder['payment'] => ({
  method: 'card',
  label: getTexts(getChannelBrand(channel)).text('payment.card'),
  ...when,
})

/** Computes the VAT that is in a total, at the standard rate of the channel's country. */
export function listVat(channel: string, total: number): RetailerOrder['vat'] {
  const rate = getVatRate(getChannelBrand(channel).country)
  return [{ rate, amount: computeVat(total, rate) }]
}
