import type { Brand } from '#contract/brands.ts'
import type { Config } from '#server/platform/config/config.ts'

/** Lists the origins of the brand's shop and prints editor, to which a customer may be redirected. */
export function listShopOrigins(
  { printsEditor }: Pick<Config, 'printsEditor'>,
  { addresses, vendor }: Pick<Brand, 'addresses' | 'vendor'>,
): string[] {
  const editor = (printsEditor ?? addresses.printsEditor).replaceAll('{vendor}', vendor)
  return [...new Set([addresses.shop, editor].map(address => new URL(address).origin))]
}
