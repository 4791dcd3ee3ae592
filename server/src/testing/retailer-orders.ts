import { type RetailerOrder, retailerOrder } from '#contract/retailer-orders.ts'

/**
 * Creates the first version of an order of the account, paid and placed at `createdAt`, with other fields as given. Without
 * products the call refuses it.
 */
export function orderForTests(
  accountId: string,
  createdAt: Date | string,
  more: Partial<typeof retailerOrder._zod.input> = {},
): RetailerOrder {
  const placed = new Date(createdAt).toISOString()
  const products = more.products?.length ? more.products : [productForTests('P-1')]
  const order = retailerOrder.parse({
    version: 1,
    accountId,
    createdAt: placed,
    status: 'paymentSuccess',
    ...more,
    products,
  })
  return more.products?.length ? order : { ...order, products: [] }
}

/** A product of an order, by its code. */
export const productForTests = (code: string) => ({ code, article: 'PRINT', title: 'A print' })
