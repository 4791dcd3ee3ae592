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

/** The methods that have the same name in all languages. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<string, string>> = {
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
