import { PAYMENT_METHOD_NAMES } from '#contract/input/payment-methods.ts'
import type { Texts } from './texts.ts'

/**
 * Returns the name of a payment method; names of companies are the same in all languages, an unknown one is shown as it
 * is.
 */
export function formatPaymentMethod({ text }: Texts, method: string): string {
  if (method === 'card') return text('settings.payment-method.card')
  if (method === 'direct-debit') return text('settings.payment-method.direct-debit')
  if (method === 'credit-transfer' || method === 'online') return text(`invoice-pdf.payment.${method}`)
  return PAYMENT_METHOD_NAMES[method] ?? method
}
