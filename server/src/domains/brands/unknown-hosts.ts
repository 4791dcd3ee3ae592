import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brands, findBrandByHost, isLocalHost } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { PROBES } from '#server/http/health.ts'
import { getRequestOrigin, getScheme } from '#server/http/origin.ts'
import type { Config } from '#server/platform/config/config.ts'
import { getRequestHost } from './brand-of-request.ts'
import { getBrandOrigin } from './brand-origin.ts'

/**
 * Refuses requests to hosts that are not served with 421 (RFC 9110, 15.5.20), because addresses in responses contain the
 * host, and pages of a foreign name that leads here (DNS rebinding) could read answers that need no sign-in. Health checks
 * are exempt, because balancers request them by IP address.
 */
export function refuseUnknownHosts(app: FastifyInstance, { config }: Context): void {
  const isServed = createHostCheck(config)
  app.addHook('onRequest', (request, _reply, done) => {
    if (isServed(request) || PROBES.has(request.routeOptions.url ?? '')) done()
    else done(new Failure('misdirected-request', 'This server does not answer for that host'))
  })
}

/**
 * With PUBLIC_ORIGIN: its host, the brands' hosts of its environment, and those of SERVICE_ADDRESSES, each with its port.
 * Without: hosts of brands in all environments, local hosts and those of SERVICE_ADDRESSES.
 */
function createHostCheck(config: Config): (request: FastifyRequest) => boolean {
  const serviceHosts = Object.values(config.serviceAddresses).map(address => new URL(address).host)
  const { publicOrigin } = config
  if (!publicOrigin) {
    const configuredHosts = new Set(serviceHosts)
    return request => {
      const host = getRequestHost(request)
      return findBrandByHost(host) !== undefined || isLocalHost(host) || configuredHosts.has(host)
    }
  }
  const origins = new Set([
    new URL(publicOrigin).origin,
    ...brands.map(brand => getBrandOrigin(config, brand)),
    ...serviceHosts.map(host => `${getScheme(config)}://${host}`),
  ])
  return request => origins.has(getRequestOrigin(config, request))
}
