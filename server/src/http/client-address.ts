import type { FastifyServerOptions } from 'fastify'
import ipaddr from 'ipaddr.js'
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

/**
 * Returns the network of a client, for limits: its address; for IPv6 the 64 bits that name its network (RFC 4291, 2.5.1),
 * because a client chooses the other 64 freely.
 */
export function toClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsedAddress = ipaddr.process(address)
  return parsedAddress instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsedAddress.toNormalizedString().split('%')[0]}/64`).toString()
    : parsedAddress.toString()
}
