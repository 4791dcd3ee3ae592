/**
 * What an API key of a business may do. Endpoints without a scope refuse keys. The scopes are named as Stripe's
 * permissions are: resource and access.
 */
export const API_SCOPES = [
  'orders:read',
  'invoices:read',
  'product-files:read',
  'complaints:read',
  'projects:read',
  'events:read',
  'order-files:write',
  'callbacks:write',
] as const

export type ApiScope = (typeof API_SCOPES)[number]
