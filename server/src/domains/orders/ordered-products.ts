import type { Context } from '../../context.ts'
import { createProductPictureLookup } from './product-pictures.ts'
import { listProductOrders } from './store.ts'

/** Name and order of an account's ordered product. */
export interface OrderedProduct {
  orderCode: string
  title: string
  orderedAt: string
  /** Address of a photo of the library that is on the product. */
  picture: string | null
}

/** Finds the account's ordered products with one of the codes, by code. */
export async function findOrderedProducts(
  ctx: Context,
  accountId: string,
  origin: string,
  codes: readonly string[],
): Promise<Map<string, OrderedProduct>> {
  const orders = await listProductOrders(ctx.db, accountId, codes)
  const getPicture = await createProductPictureLookup(ctx, accountId, origin, orders)
  const requestedCodes = new Set(codes)
  const products = orders.flatMap(({ code: orderCode, created_at, body }) =>
    body.products
      .filter(({ code }) => requestedCodes.has(code))
      .map(({ code, title, photoId }): [string, OrderedProduct] => [
        code,
        {
          orderCode,
          title,
          orderedAt: created_at.toISOString(),
          picture: getPicture(photoId)?.url ?? null,
        },
      ]),
  )
  return new Map(products)
}
