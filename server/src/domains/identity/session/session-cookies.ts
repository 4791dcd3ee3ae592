import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findBrandByHost, getEnvironmentByHost } from '#brands/index.ts'

/** The tokens of a session that no script can read. */
export interface SessionCookies {
  refreshToken: string | null
  idToken: string | null
}

/** Seconds; the provider ends a session after 30 days, too. */
const MAX_AGE = 30 * 86_400

export function readSession(request: FastifyRequest): SessionCookies {
  const names = getCookieNames(request.host)
  return { refreshToken: request.cookies[names.refresh] || null, idToken: request.cookies[names.id] || null }
}

/**
 * Whether the browser probably has a session: page requests send this marker cookie instead of the tokens. It is not a
 * proof; a page without it is redirected to the sign-in.
 */
export function hasSessionMark(request: FastifyRequest): boolean {
  return Boolean(request.cookies[getCookieNames(request.host).mark])
}

export function writeSession(request: FastifyRequest, reply: FastifyReply, session: SessionCookies): void {
  const names = getCookieNames(request.host)
  for (const [name, value] of [
    [names.refresh, session.refreshToken],
    [names.id, session.idToken],
  ] as const)
    if (value) reply.setCookie(name, value, { ...getCookieAttributes(request.host), maxAge: MAX_AGE })
  reply.setCookie(names.mark, 'marked', { ...getCookieAttributes(request.host), path: '/', maxAge: MAX_AGE })
}

/** Reads the secret that binds the session to this browser and host; null without one. */
export function readBinding(request: FastifyRequest): string | null {
  return request.cookies[getBindingName(request.host)] || null
}

/** Returns the secret that this browser has, so that a concurrent tab keeps its session, else a new one. */
export function chooseBinding(request: FastifyRequest): string {
  const binding = readBinding(request)
  return binding !== null && BINDING.test(binding) ? binding : randomBytes(32).toString('base64url')
}

const BINDING = /^[\w-]{43}$/

/**
 * Sets the secret for this host alone. The prefix `__Host-` keeps sibling hosts from setting it (RFC 6265bis, 4.1.3.2); it
 * requires TLS, which hosts on a developer's machine do not have.
 */
export function writeBinding(request: FastifyRequest, reply: FastifyReply, binding: string): void {
  reply.setCookie(getBindingName(request.host), binding, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request.host),
    maxAge: MAX_AGE,
  })
}

const getBindingName = (host: string) => `${isSecure(host) ? '__Host-' : ''}keepsake_bind`

/** Hosts on a developer's machine have no TLS. */
export const isSecure = (host: string) => getEnvironmentByHost(host) !== 'development'

export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  const names = getCookieNames(request.host)
  for (const name of [names.refresh, names.id]) reply.clearCookie(name, getCookieAttributes(request.host))
  reply.clearCookie(names.mark, { ...getCookieAttributes(request.host), path: '/' })
}

/**
 * The cookies are set for the brand's parent domain, so that its other hosts share the session. The tokens are
 * sent to the token endpoint only. Hosts on a developer's machine have neither TLS nor parent domains.
 */
function getCookieAttributes(host: string) {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const parent = findBrandByHost(host)?.parentDomain
  const domain = parent && (name === parent || name.endsWith(`.${parent}`)) ? parent : undefined
  const isLocal = getEnvironmentByHost(host) === 'development' && domain === undefined
  return { path: '/session', httpOnly: true, sameSite: 'lax', secure: !isLocal, domain } as const
}

/** Test and acceptance hosts share the parent domain with production, so their cookies have other names. */
function getCookieNames(host: string) {
  const environment = getEnvironmentByHost(host)
  const suffix = environment === 'production' ? '' : `_${environment}`
  return {
    refresh: `keepsake_refresh${suffix}`,
    id: `keepsake_id${suffix}`,
    mark: `keepsake_session${suffix}`,
  }
}
