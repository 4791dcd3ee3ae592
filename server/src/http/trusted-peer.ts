import { BlockList, isIPv6 } from 'node:net'
import type { TrustedProxies } from '../platform/config/trusted-proxies.ts'

/** Creates the function that says whether a connection is a trusted proxy's; without any proxy all are. */
export function createPeerCheck(trustedProxies: TrustedProxies): (address: string | undefined) => boolean {
  if ('hops' in trustedProxies || trustedProxies.networks.length === 0) return () => true
  const networks = new BlockList()
  for (const entry of trustedProxies.networks.flatMap(name => NAMED_NETWORKS[name] ?? name)) {
    const [address, prefix] = entry.split('/') as [string, string | undefined]
    if (prefix) networks.addSubnet(address, Number(prefix), getFamily(address))
    else networks.addAddress(address, getFamily(address))
  }
  return address => address !== undefined && networks.check(address, getFamily(address))
}

/** The names that Fastify's trustProxy knows. */
const NAMED_NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const getFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
