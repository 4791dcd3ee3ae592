import { brandOfHost, environmentOfHost, hostBrandOf } from '#brands/index.ts'
import { getConfig, getHostMenu } from '#contract/brands.ts'
import { SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { hostOf } from './brand-of-request.ts'

/** The services that exist here; single ones may be configured to be elsewhere. */
const EXISTING: readonly ServiceKey[] = [
  'photoManagement',
  'sharedAlbums',
  'downloads',
  'photoExport',
  'tempSelections',
  'storageStatus',
  'uploads',
  'push',
  'customers',
]

const services = Object.fromEntries(EXISTING.map(key => [key, SERVICES[key]]))

export const brandRoutes = [
  route(getConfig, async ({ ctx, request, reply }) => {
    const host = hostOf(request)
    const found = hostBrandOf(host)
    if (!found) throw notFound('Configuration of this host')
    reply.header('cache-control', 'no-cache').header('vary', 'host')
    const { printsEditor, serviceAddresses } = ctx.config
    const brand = printsEditor ? { ...found, addresses: { ...found.addresses, printsEditor } } : found
    return {
      environment: environmentOfHost(host),
      brand,
      flags: brand.flags,
      services: { ...services, ...serviceAddresses },
    }
  }),
  route(getHostMenu, async ({ params, reply }) => {
    const brand = brandOfHost(params.host)
    if (!brand) throw notFound('Configuration of this host')
    reply.header('cache-control', 'no-cache')
    return brand.menu
  }),
]
