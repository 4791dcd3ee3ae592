import { findBrandByDomain, findHostBrand, getEnvironmentByHost } from '#brands/index.ts'
import { type Brand, EDITOR_PRODUCTS, getConfig, getHostMenu } from '#contract/brands.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { requireFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import type { Config } from '#server/platform/config/config.ts'
import { filterThirdParties, getThirdParties } from '#server/platform/config/third-parties.ts'
import { getRequestBrand, getRequestHost } from './brand-of-request.ts'

export const brandRoutes = [
  route(getConfig, async ({ ctx, request, reply }) => {
    const host = getRequestHost(request)
    const hostBrand = requireFound(findHostBrand(host), 'Configuration of this host')
    reply.header('vary', 'host')
    const { serviceAddresses } = ctx.config
    const { printsEditor, productEditors } = getEditors(ctx.config, hostBrand)
    const brand = { ...hostBrand, productEditors, addresses: { ...hostBrand.addresses, printsEditor } }
    const services = Object.fromEntries(request.server.servicesForPages().map(key => [key, SERVICES[key]]))
    return {
      environment: getEnvironmentByHost(host),
      brand,
      flags: brand.flags,
      services: { ...services, ...serviceAddresses },
      thirdParties: filterThirdParties(
        getThirdParties(ctx.config, getRequestBrand(request)),
        hostBrand.locale,
      ),
    }
  }),
  route(
    getHostMenu,
    async ({ params }) => requireFound(findBrandByDomain(params.host), 'Configuration of this host').menu,
  ),
]

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
