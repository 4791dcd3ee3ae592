import { findBrandByDomain, findHostBrand, getEnvironmentByHost } from '#brands/index.ts'
import { getConfig, getHostMenu } from '#contract/brands.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { filterThirdParties, getThirdParties } from '#server/platform/config/third-parties.ts'
import { getRequestBrand, getRequestHost } from './brand-of-request.ts'
import { getEditors } from './shop-origins.ts'

export const brandRoutes = [
  route(getConfig, async ({ ctx, request, reply }) => {
    const host = getRequestHost(request)
    const hostBrand = findHostBrand(host)
    if (!hostBrand) throw notFound('Configuration of this host')
    reply.header('cache-control', 'no-cache').header('vary', 'host')
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
  route(getHostMenu, async ({ params, reply }) => {
    const brand = findBrandByDomain(params.host)
    if (!brand) throw notFound('Configuration of this host')
    reply.header('cache-control', 'no-cache')
    return brand.menu
  }),
]
