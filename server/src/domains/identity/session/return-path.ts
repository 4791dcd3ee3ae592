import { CALLBACK_PATH, SIGN_OUT_PATH } from '#contract/pages.ts'
import { isPagePath } from '#server/http/page-path.ts'

/**
 * Returns the address to which a sign-in returns, as a path of this site; '/' for another origin, a path that is not a
 * page, the callback, the sign-out, and an address that is too long for a cookie.
 */
export function toSafeReturnPath(returnTo: unknown, origin: string): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/') || !URL.canParse(returnTo, origin)) return '/'
  const url = new URL(returnTo, origin)
  if (url.origin !== origin || !isPagePath(url.pathname)) return '/'
  if (url.pathname === CALLBACK_PATH || url.pathname === SIGN_OUT_PATH) return '/'
  const path = url.pathname + url.search + url.hash
  return path.length <= MAX_LENGTH ? path : '/'
}

/** Browsers accept cookies of 4096 bytes; base64 adds a third, and the secrets need 300 bytes. */
const MAX_LENGTH = 2000
