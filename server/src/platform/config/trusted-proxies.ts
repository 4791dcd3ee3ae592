import { isIP } from 'node:net'
import { z } from 'zod'

/** The proxies whose client addresses are trusted: those in these networks, or this many in front of the server. */
export type TrustedProxies = { networks: readonly string[] } | { hops: number }

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** Parses TRUSTED_PROXIES: a number of hops, or addresses and networks (CIDR) separated by commas. */
export function parseTrustedProxies(text: string, ctx: z.RefinementCtx): TrustedProxies {
  const entries = text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
  const [firstEntry] = entries
  if (entries.length === 1 && firstEntry && /^[1-9]$/.test(firstEntry)) return { hops: Number(firstEntry) }
  for (const entry of entries)
    if (!isNetwork(entry))
      ctx.addIssue({
        code: 'custom',
        message: `${entry} is not an address, a network (10.0.0.0/8) or one of ${NAMED_NETWORKS.join(', ')}`,
      })
  return ctx.issues.length > 0 ? z.NEVER : { networks: entries }
}

function isNetwork(entry: string): boolean {
  if (NAMED_NETWORKS.includes(entry)) return true
  const [address = '', bits, ...otherParts] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || otherParts.length > 0) return false
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
