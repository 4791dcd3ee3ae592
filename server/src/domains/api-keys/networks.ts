import ipaddr from 'ipaddr.js'

/** Returns an address or a network, as a customer enters it, in CIDR notation. */
export function toNetwork(text: string): string {
  if (text.includes('/')) return text
  return `${text}/${ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128}`
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
