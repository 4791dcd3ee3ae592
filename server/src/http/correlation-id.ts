import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import type { TrustedProxies } from '../platform/config/trusted-proxies.ts'

const CORRELATION = /^[A-Za-z0-9-]{8,64}$/

/**
 * Creates the function that returns the correlation id of a request (AA-116): the one of its header, if it is valid and
 * comes from a trusted proxy, where there are any; else a new one. The balancers of deployment/ set it, so that their
 * own answers, the log and the error page have the same.
 */
export function createCorrelationIds(trustedProxies: TrustedProxies) {
  const isTrusted = createPeerCheck(trustedProxies)
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const id = headers[CORRELATION_HEADER]
    return typeof id === 'string' && CORRELATION.test(id) && isTrusted(socket.remoteAddress)
      ? id
      : randomUUID()
  }
}

function createPeerCheck(trustedProxies: TrustedProxies): (address: string | undefined) => boolean {
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
