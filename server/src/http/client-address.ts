import type { FastifyServerOptions } from 'fastify'
import type { TrustedProxies } from '../platform/config/trusted-proxies.ts'

/**
 * Fastify's setting for trusted forwarded headers. `request.ip` is then the rightmost address of X-Forwarded-For (and
 * the connection) that is not a trusted proxy: addresses that a client adds itself are further to the left.
 */
export function toTrustProxySetting(
  trusted: TrustedProxies,
): NonNullable<FastifyServerOptions['trustProxy']> {
  if ('hops' in trusted) return (_address, hop) => hop < trusted.hops
  return trusted.networks.length > 0 ? [...trusted.networks] : false
}
