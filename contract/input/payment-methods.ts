/** Payment methods at checkout; each brand offers a subset (OP-82). */
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
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
