import type { z } from 'zod'

/**
 * Parses origins that pages may use besides their own, separated by commas. An origin is https, or http on this
 * machine, and has neither path nor wildcard, so that each allows exactly one host.
 */
export function parseOrigins(text: string, ctx: z.RefinementCtx): string[] {
  return parseList(text).flatMap((entry, i) => {
    const problem =
      findAddressProblem(entry) ?? (new URL(entry).origin === entry ? null : 'is not an origin: no path')
    if (problem === null) return [entry]
    // The message must not contain the entry, which may hold a password.
    ctx.addIssue({ code: 'custom', message: `entry ${i + 1} ${problem}` })
    return []
  })
}

/** Returns why an address must not be used by pages, or null. */
export function findAddressProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'is not a URL'
  const url = new URL(text)
  if (!HOST.test(url.hostname)) return 'does not have a plain host name'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return 'is neither https nor on this machine'
  return url.username || url.password || url.search || url.hash ? 'has more than origin and path' : null
}

export function parseList(text: string): string[] {
  return text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
}

/** No wildcard, and no character that ends a directive of the policy. */
const HOST = /^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)$/

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  )
}
