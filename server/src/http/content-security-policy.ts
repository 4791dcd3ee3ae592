import type { Brand } from '#contract/brands.ts'
import type { Config } from '../platform/config/config.ts'
import { filterThirdParties, getThirdParties } from '../platform/config/third-parties.ts'

/**
 * Creates the content security policy of a brand's pages: their own origin, the origins of configured remote services,
 * of the brand's third-party scripts, and those named in the configuration. 'self' includes web sockets in all
 * supported browsers.
 */
export function createContentSecurityPolicy(
  config: PolicyConfig,
  brand?: Pick<Brand, 'id' | 'locale' | 'thirdParties'>,
): Record<string, readonly string[]> {
  const { serviceAddresses, pageOrigins } = config
  const services = Object.values(serviceAddresses).map(getOrigin)
  const pictures = SERVICES_WITH_PICTURES.flatMap(service => serviceAddresses[service] ?? []).map(getOrigin)
  const sockets = serviceAddresses.push ? [getOrigin(serviceAddresses.push).replace(/^http/, 'ws')] : []
  const loadedThirdParties = brand
    ? Object.values(filterThirdParties(getThirdParties(config, brand), brand.locale))
    : []
  const thirdParties = loadedThirdParties.map(({ script }) => getOrigin(script))
  const policy = {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...thirdParties, ...pageOrigins.scripts],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...pictures, ...pageOrigins.images],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...services, ...sockets, ...thirdParties, ...pageOrigins.connections],
    frameSrc: ["'self'", ...pageOrigins.frames],
    workerSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'", ...pageOrigins.forms],
  }
  return Object.fromEntries(Object.entries(policy).map(([name, sources]) => [name, [...new Set(sources)]]))
}

type PolicyConfig = Pick<Config, 'serviceAddresses' | 'pageOrigins' | 'thirdParties'>

/** Services whose responses have addresses of pictures on their own origin. */
const SERVICES_WITH_PICTURES = ['photoManagement', 'sharedAlbums', 'projects', 'storage'] as const

function getOrigin(address: string): string {
  return new URL(address).origin
}
