import { type Brand, EDITOR_PRODUCTS } from '#contract/brands.ts'
import type { Config } from '#server/platform/config/config.ts'

type EditorConfig = Pick<Config, 'printsEditor' | 'productEditors'>
type Editors = Pick<Brand, 'productEditors'> & { addresses: Pick<Brand['addresses'], 'printsEditor'> }

/** Lists the origins of the brand's shop and editors, to which a customer may be redirected. */
export function listShopOrigins(
  config: EditorConfig,
  brand: Pick<Brand, 'addresses' | 'productEditors' | 'vendor'>,
): string[] {
  const { printsEditor, productEditors = {} } = getEditors(config, brand)
  const editors = [printsEditor, ...Object.values(productEditors)].map(editor =>
    editor.replaceAll('{vendor}', brand.vendor),
  )
  return [...new Set([brand.addresses.shop, ...editors].map(address => new URL(address).origin))]
}

/** Returns the editors that the brand has, at the configured addresses if there are some, else at its own. */
export function getEditors(
  config: EditorConfig,
  { addresses, productEditors = {} }: Editors,
): { printsEditor: string; productEditors: Brand['productEditors'] } {
  const printsEditor = config.printsEditor ?? addresses.printsEditor
  const configured = EDITOR_PRODUCTS.filter(product => productEditors[product]).map(product => [
    product,
    config.productEditors?.replaceAll('{product}', product) ?? productEditors[product],
  ])
  return { printsEditor, productEditors: Object.fromEntries(configured) }
}
