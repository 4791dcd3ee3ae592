import ipaddr from 'ipaddr.js'

/** Bits that name the network of a household or a company. */
const PREFIX = { ipv4: 24, ipv6: 56 }

/** Returns the network of a client's address, for the limit of public statements (NX-128). */
export function toStatementNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${PREFIX.ipv4}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(
        `${parsed.toNormalizedString().split('%')[0]}/${PREFIX.ipv6}`,
      ).toString()
}
