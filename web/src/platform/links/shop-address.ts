import type { HostBrand } from '#contract/brands.ts'
import { toSafeLink } from './safe-link.ts'

/** What tells the shops of a brand. */
export type ShopBrand = Pick<HostBrand, 'productEditors' | 'vendor'> & {
  addresses: Pick<HostBrand['addresses'], 'printsEditor' | 'shop'>
}

/**
 * Returns the address in its canonical spelling, if the browser may go there: http or https, without user name and
 * password, of one of the brand's shops. The server checks the same for baskets and projects.
 */
export function findShopAddress(
  address: string,
  { addresses, productEditors = {}, vendor }: ShopBrand,
): string | undefined {
  if (!toSafeLink(address)) return undefined
  const { origin, href, username, password } = new URL(address)
  const isShop = [addresses.shop, addresses.printsEditor, ...Object.values(productEditors)].some(
    each => new URL(each.replaceAll('{vendor}', encodeURIComponent(vendor))).origin === origin,
  )
  return isShop && username === '' && password === '' ? href : undefined
}
