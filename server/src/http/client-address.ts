import type { FastifyServerOptions } from 'fastify'
import type { TrustedProxies } from '../platform/config/trusted-proxies.ts'

/**
 * Fastify's setting for trusted forwarded headers. `request.ip` is then the rightmost address of X-Forwarded-For (and
 * the connection) that is not a trusted proxy: addresses that a client adds itself are further to the left.
 */
export function toTrustProxySetting(
  trustedProxies: TrustedProxies,
): NonNullable<FastifyServerOptions['trustProxy']> {
  if ('hops' in trustedProxies) return (_address, hop) => hop < trustedProxies.hops
  return trustedProxies.networks.length > 0 ? [...trustedProxies.networks] : false
}
