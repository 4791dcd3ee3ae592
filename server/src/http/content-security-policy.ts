import type { Config } from '../platform/config/config.ts'

/**
 * The content security policy of pages: their own origin, the origins of configured remote services, and the origins
 * named in the configuration. 'self' includes web sockets in all supported browsers.
 */
export function contentSecurityPolicy({
  serviceAddresses,
  pageOrigins,
}: Pick<Config, 'serviceAddresses' | 'pageOrigins'>): Record<string, readonly string[]> {
  const services = Object.values(serviceAddresses).map(originOf)
  const pictures = WITH_PICTURES.flatMap(service => serviceAddresses[service] ?? []).map(originOf)
  const sockets = serviceAddresses.push ? [originOf(serviceAddresses.push).replace(/^http/, 'ws')] : []
  const policy = {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...pageOrigins.scripts],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...pictures, ...pageOrigins.images],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...services, ...sockets, ...pageOrigins.connections],
    frameSrc: ["'self'", ...pageOrigins.frames],
    workerSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'", ...pageOrigins.forms],
  }
  return Object.fromEntries(Object.entries(policy).map(([name, sources]) => [name, [...new Set(sources)]]))
}

/** Services whose responses have addresses of pictures on their own origin. */
const WITH_PICTURES = ['photoManagement', 'sharedAlbums', 'projects', 'storage'] as const

function originOf(address: string): string {
  return new URL(address).origin
}
