/**
 * What the token of a retailer's service may do. Each endpoint of the policy 'service' names one of them.
 * `selections:read` gives originals; `complaints:read` the photos of
 * complaints; `retailer:read` reads back what was sent.
 */
export const SERVICE_SCOPES = [
  'orders:write',
  'vouchers:write',
  'invoices:write',
  'complaints:write',
  'complaints:read',
  'product-files:write',
  'projects:write',
  'pictures:write',
  'merchandise:write',
  'widgets:write',
  'gallery:moderate',
  'customers:write',
  'checkout-tickets:redeem',
  'subscriptions:write',
  'selections:read',
  'libraries:write',
  'retailer:read',
] as const

export type ServiceScope = (typeof SERVICE_SCOPES)[number]
