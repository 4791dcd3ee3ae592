import type { FastifyInstance } from 'fastify'
import { findBrandByHost, getEnvironmentByHost } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { PROBES } from '#server/http/health.ts'
import { getRequestHost } from './brand-of-request.ts'

/**
 * Refuses requests to hosts that are neither a brand's nor configured with 421 (RFC 9110, 15.5.20), because addresses
 * in responses and mails contain the host. Development hosts are allowed, and health checks, which balancers request
 * by IP address.
 */
export function refuseUnknownHosts(app: FastifyInstance, { config }: Context): void {
  const addresses = [config.publicOrigin, ...Object.values(config.serviceAddresses)]
  const configuredHosts = new Set(addresses.flatMap(address => (address ? [new URL(address).host] : [])))
  app.addHook('onRequest', (request, _reply, done) => {
    const host = getRequestHost(request)
    const isKnown =
      findBrandByHost(host) || configuredHosts.has(host) || getEnvironmentByHost(host) === 'development'
    if (isKnown || PROBES.has(request.routeOptions.url ?? '')) done()
    else done(new Failure('misdirected-request', 'This server does not answer for that host'))
  })
}
