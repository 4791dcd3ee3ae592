/** Payment methods at checkout; each brand offers a subset. */
export const PAYMENT_METHODS = [
  'bancontact',
  'bizum',
  'card',
  'direct-debit',
  'eps',
  'ideal',
  'klarna',
  'mb-way',
  'mobilepay',
  'multibanco',
  'paypal',
  'satispay',
  'swish',
  'vipps',
] as const

/** What an order is paid, or paid back, with. `other`: what only the retailer's label names. */
export const ORDER_PAYMENT_METHODS = [
  ...PAYMENT_METHODS,
  'apple-pay',
  'bank-transfer',
  'cash-on-delivery',
  'google-pay',
  'invoice',
  'voucher',
  'other',
] as const

/** The methods that have the same name in all languages. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<string, string>> = {
  'apple-pay': 'Apple Pay',
  bancontact: 'Bancontact',
  bizum: 'Bizum',
  eps: 'eps',
  'google-pay': 'Google Pay',
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
