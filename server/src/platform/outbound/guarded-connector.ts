import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { stripBrackets } from './check-address.ts'
import { OutboundError } from './outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

/** Resolves a host name to its addresses, as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/**
 * Connects to public addresses only. The checked address is that of the connection, so that a name that resolves to
 * another address a moment later (DNS rebinding) gains nothing. `lookup` is not called for IP literals, which are
 * checked before.
 */
export function createGuardedConnector(
  allowedOrigins: ReadonlySet<string>,
  resolve: Resolve,
): buildConnector.connector {
  const connectAnywhere = buildConnector(CONNECTOR_OPTIONS)
  const connectPublic = buildConnector({
    ...CONNECTOR_OPTIONS,
    lookup: createPublicLookup(resolve),
  } as buildConnector.BuildOptions)
  return (options, callback) => {
    const { protocol, hostname, port } = options
    const origin = new URL(
      `${protocol}//${hostname.includes(':') ? `[${stripBrackets(hostname)}]` : hostname}:${port}`,
    ).origin
    if (allowedOrigins.has(origin)) return connectAnywhere(options, callback)
    const host = stripBrackets(hostname)
    if (isIP(host) !== 0 && !isPublicAddress(host))
      return callback(new OutboundError('refused-address'), null)
    connectPublic(options, callback)
  }
}

const CONNECTOR_OPTIONS = { allowH2: false, timeout: 10_000 } as const

/** Refuses a name if one of its addresses is not public, because it would be tried after the others. */
const createPublicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      addresses => {
        const matchingAddresses = addresses.filter(
          ({ family }) => !options.family || family === options.family,
        )
        const [firstAddress] = matchingAddresses
        if (!firstAddress) return callback(new OutboundError('unreachable'), '', 0)
        if (!addresses.every(({ address }) => isPublicAddress(address)))
          return callback(new OutboundError('refused-address'), '', 0)
        if (options.all) callback(null, matchingAddresses)
        else callback(null, firstAddress.address, firstAddress.family)
      },
      error => callback(error, '', 0),
    )
  }
