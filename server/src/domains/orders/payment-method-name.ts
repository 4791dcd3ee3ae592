import { PAYMENT_METHOD_NAMES } from '#contract/input/payment-methods.ts'
import type { Order } from '#contract/orders.ts'
import type { Translate } from '../../platform/i18n/translate.ts'

/**
 * Names a payment method in a mail: by its own label if it is the order's payment ('card ending 4242'), else as the settings
 * do; another word is the retailer's own.
 */
export function namePaymentMethod(text: Translate, payment: Order['payment'], method: string): string {
  if (payment?.method === method && payment.label) return payment.label
  if (method === 'card' || method === 'direct-debit') return text(`settings.payment-method.${method}`)
  if (method === 'credit-transfer' || method === 'online') return text(`invoice-pdf.payment.${method}`)
  return PAYMENT_METHOD_NAMES[method] ?? method
}
