import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findBrandByHost } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { Config } from '../platform/config/config.ts'
import { filterThirdParties, getThirdParties } from '../platform/config/third-parties.ts'

/** Headers of a route that differ from the default; null removes one. */
export type RouteSecurityHeaders = Record<string, string | null>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** 'none' where the handler sets the headers: a picture needs few of a page's. */
    securityHeaders?: RouteSecurityHeaders | 'none'
  }
}

/**
 * Sets the security headers of every answer: helmet's defaults, and the content security policy of the brand of the
 * request's host. The values are computed once per brand; helmet itself would compute them for every request.
 */
export function setSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headersByBrand = new Map<string | undefined, Record<string, string>>()
  app.addHook('onRequest', (request, reply, done) => {
    const routeHeaders = request.routeOptions.config.securityHeaders
    if (routeHeaders === 'none') return done()
    const brand = findBrandByHost(request.host)
    let headers = headersByBrand.get(brand?.id)
    if (!headers) {
      headers = createSecurityHeaders(config, brand)
      headersByBrand.set(brand?.id, headers)
    }
    reply.headers(headers)
    for (const [name, value] of Object.entries(routeHeaders ?? {}))
      if (value === null) reply.removeHeader(name)
      else reply.header(name, value)
    done()
  })
}

/** Hands a reply over to its raw response, to which the headers so far are copied. */
export function hijackReply(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
}

function createSecurityHeaders(config: Config, brand: Brand | undefined): Record<string, string> {
  return {
    'content-security-policy': formatPolicy(createContentSecurityPolicy(config, brand)),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(config.publicOrigin?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

/** Returns the policy as the value of its header, with helmet's check of every directive. */
function formatPolicy(directives: Record<string, readonly string[]>): string {
  let text = ''
  const response = {
    setHeader(_name: string, value: string) {
      text = value
    },
  }
  const setPolicy = helmet.contentSecurityPolicy({ useDefaults: false, directives: { ...directives } })
  setPolicy({} as never, response as never, error => {
    if (error) throw error
  })
  return text
}

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
