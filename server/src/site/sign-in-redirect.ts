import type { FastifyRequest } from 'fastify'
import { findBrandByHost } from '#brands/index.ts'
import { CALLBACK_PATH, PUBLIC_PATHS, SIGN_IN_PATH, SIGN_OUT_PATH } from '#contract/pages.ts'
import { hasSessionMark } from '../domains/identity/index.ts'

/**
 * Returns the address to which a page request without a session is redirected: the sign-in, which returns to the same
 * path and query (PL-013). Null where the app is sent: with a session, on public pages, and on hosts of no brand, for
 * which the app has a message (OP-52).
 */
export function getSignInRedirect(request: FastifyRequest): string | null {
  if (hasSessionMark(request) || !/text\/html/.test(request.headers.accept ?? '')) return null
  const path = request.url.split('?')[0]!.toLowerCase().replace(/\/+$/, '')
  if (OPEN_PATHS.has(path) || !findBrandByHost(request.host)) return null
  return `${SIGN_IN_PATH}?returnTo=${encodeURIComponent(request.url)}`
}

/** Sign-out is open, because it also ends a session that only the provider has. */
const OPEN_PATHS = new Set([...PUBLIC_PATHS, CALLBACK_PATH, SIGN_OUT_PATH])
