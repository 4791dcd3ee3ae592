import type { Brand } from '#contract/brands.ts'
import type { Config } from '#server/platform/config/config.ts'

/** The origins of the brand's shops, to which a customer may be sent: of its shop and of its prints editor. */
export function shopOriginsOf(
  { printsEditor }: Pick<Config, 'printsEditor'>,
  { addresses, vendor }: Pick<Brand, 'addresses' | 'vendor'>,
): string[] {
  const editor = (printsEditor ?? addresses.printsEditor).replaceAll('{vendor}', vendor)
  return [...new Set([addresses.shop, editor].map(address => new URL(address).origin))]
}
