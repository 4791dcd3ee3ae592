import { CALLBACK_PATH, SIGN_OUT_PATH } from '#contract/pages.ts'
import { isPagePath } from '#server/http/page-path.ts'

/**
 * The address that a sign-in returns to, as a path of this site; '/' for everything else: another origin, no page, the
 * callback, the sign-out, and what no cookie can hold.
 */
export function safeReturnPath(returnTo: unknown, origin: string): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/') || !URL.canParse(returnTo, origin)) return '/'
  const url = new URL(returnTo, origin)
  if (url.origin !== origin || !isPagePath(url.pathname)) return '/'
  if (url.pathname === CALLBACK_PATH || url.pathname === SIGN_OUT_PATH) return '/'
  const path = url.pathname + url.search + url.hash
  return path.length <= MAX_LENGTH ? path : '/'
}

/** Browsers accept cookies of 4096 bytes; base64 takes 4 for 3, and the secrets take 300. */
const MAX_LENGTH = 2000
