import { type RetailerOrder, retailerOrder } from '#contract/retailer-orders.ts'

/** Creates the first version of an order of the account, paid and placed at `createdAt`, with other fields as given. */
export function orderForTests(
  accountId: string,
  createdAt: Date | string,
  more: Partial<typeof retailerOrder._zod.input> = {},
): RetailerOrder {
  const placed = new Date(createdAt).toISOString()
  return retailerOrder.parse({ version: 1, accountId, createdAt: placed, status: 'paymentSuccess', ...more })
}
