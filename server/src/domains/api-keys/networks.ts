import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address before the IPv4 address in it (RFC 4291, 2.5.5.2). */
const MAPPED_PREFIX = 96

/**
 * Returns an address or a network, as a customer enters it, in CIDR notation; IPv4 in IPv6 as IPv4, which is what addresses
 * are compared as.
 */
export function toNetwork(text: string): string {
  const [address = '', length] = text.split('/')
  const parsedAddress = ipaddr.parse(address)
  const prefixLength = length === undefined ? (parsedAddress.kind() === 'ipv4' ? 32 : 128) : Number(length)
  if (
    parsedAddress instanceof ipaddr.IPv6 &&
    parsedAddress.isIPv4MappedAddress() &&
    prefixLength >= MAPPED_PREFIX
  )
    return `${parsedAddress.toIPv4Address()}/${prefixLength - MAPPED_PREFIX}`
  return `${address}/${prefixLength}`
}

/** Whether each of the networks is within one of the others; null: all networks. */
export function areNetworksWithin(
  networks: readonly string[] | null,
  others: readonly string[] | null,
): boolean {
  if (others === null) return true
  if (networks === null) return false
  return networks.every(network => others.some(other => isWithin(network, other)))
}

function isWithin(network: string, other: string): boolean {
  const [address, length] = ipaddr.parseCIDR(network)
  const [otherAddress, otherLength] = ipaddr.parseCIDR(other)
  return (
    address.kind() === otherAddress.kind() &&
    length >= otherLength &&
    address.match(otherAddress, otherLength)
  )
}

/** Whether one of the networks in CIDR notation contains the address; an IPv4 address in an IPv6 one is that address. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsedAddress = ipaddr.process(address)
  return networks.some(network => {
    const [range, prefixLength] = ipaddr.parseCIDR(network)
    return parsedAddress.kind() === range.kind() && parsedAddress.match(range, prefixLength)
  })
}
