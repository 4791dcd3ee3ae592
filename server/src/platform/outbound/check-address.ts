import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

export interface AddressCheckOptions {
  /** Origins that may be called whatever their address, port and protocol; configured by the operator. */
  allowedOrigins: ReadonlySet<string>
  allowHttp: boolean
}

/**
 * Parses an address and checks all that its text shows; throws OutboundError when it must not be called. The address
 * that a name resolves to is checked when the connection is made.
 */
export function checkAddress(text: string, { allowedOrigins, allowHttp }: AddressCheckOptions): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutboundError('invalid-address')
  if (allowedOrigins.has(url.origin)) return url
  if (url.protocol === 'http:' && !allowHttp) throw new OutboundError('insecure')
  if (!isAllowedPort(url)) throw new OutboundError('refused-port')
  const host = stripBrackets(url.hostname)
  if (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host))
    throw new OutboundError('refused-address')
  return url
}

/**
 * Whether a name is never one of the public internet: without a dot (RFC 7085), or below a domain that is reserved for
 * other networks (RFC 6761, 6762, 7686, 8375, and 'internal', reserved by ICANN).
 */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '')
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa|onion|invalid)$/.test(name)
}

/** Returns a host without the brackets of an IPv6 address. */
export const stripBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Allows the port of the protocol, and ports from 1024 that no other protocol uses, so that a call cannot speak to
 * other people's mail servers, databases and the like.
 */
function isAllowedPort({ protocol, port }: URL): boolean {
  if (port === '') return true
  const number = Number(port)
  if (number === 443 || (number === 80 && protocol === 'http:')) return true
  return number >= 1024 && !OTHER_PROTOCOLS.has(number)
}

/** Ports from 1024 that browsers refuse (Fetch, 2.9), and those of databases, caches, queues and remote desktops. */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061,
  5432, 5672, 5900, 5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 9200, 9300,
  10080, 10250, 11211, 27017,
])
