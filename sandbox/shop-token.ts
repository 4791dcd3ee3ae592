import type { Context } from '#server/context.ts'
import { createServiceToken, replaceServiceToken } from '#server/domains/services/index.ts'

/** Creates the service token with which the stand-in shop calls the product, new at every start; earlier ones end at once. */
export async function createShopToken(ctx: Context): Promise<string> {
  const created =
    (await replaceServiceToken(ctx, SHOP, 0)) ??
    (await createServiceToken(ctx, SHOP, { vendors: null, scopes: null, days: 365 }))
  return created!.token
}

/** The name of the shop among the retailer's services. */
const SHOP = 'shop'
