import type { Texts } from './texts.ts'

/**
 * Returns the name of a payment method; names of companies are the same in all languages, an unknown one is shown as it
 * is.
 */
export function formatPaymentMethod({ text }: Texts, method: string): string {
  if (method === 'card') return text('settings.payment-method.card')
  if (method === 'direct-debit') return text('settings.payment-method.direct-debit')
  return NAME_BY_METHOD[method] ?? method
}

const NAME_BY_METHOD: Record<string, string> = {
  bancontact: 'Bancontact',
  bizum: 'Bizum',
  eps: 'eps',
  ideal: 'iDEAL',
  klarna: 'Klarna',
  'mb-way': 'MB WAY',
  mobilepay: 'MobilePay',
  multibanco: 'Multibanco',
  paypal: 'PayPal',
  satispay: 'Satispay',
  swish: 'Swish',
  vipps: 'Vipps',
}
