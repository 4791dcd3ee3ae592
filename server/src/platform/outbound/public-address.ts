import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is on the public internet: not private, loopback, link-local, shared, multicast, documentation,
 * reserved, or IPv6 that contains an IPv4 address (mapped, 6to4, NAT64, Teredo), which a gateway may translate to any.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsedAddress = ipaddr.parse(address)
  if (parsedAddress.range() !== 'unicast') return false
  // The only block of global unicast (RFC 4291, 2.4), which excludes ranges that are in no list of special ranges.
  return parsedAddress.kind() === 'ipv4' || parsedAddress.match(GLOBAL_UNICAST)
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]
