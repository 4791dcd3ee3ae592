import { CALLBACK_PATH, SIGN_OUT_PATH } from './pages.ts'

/**
 * Returns the address as path, query and fragment of a page of this origin; '/' for another origin, for a path that
 * another origin would be read from when it is resolved once more (RFC 3986, 4.2), the callback and the sign-out.
 */
export function toReturnPath(returnTo: string, origin: string): string {
  if (!returnTo.startsWith('/') || !URL.canParse(returnTo, origin)) return '/'
  // Dot segments and backslashes are gone from the parsed path: '/.//host' and '/./\host' have become '//host'.
  const { origin: parsedOrigin, pathname, search, hash } = new URL(returnTo, origin)
  const isRefused =
    parsedOrigin !== origin ||
    pathname.startsWith('//') ||
    pathname === CALLBACK_PATH ||
    pathname === SIGN_OUT_PATH
  return isRefused ? '/' : pathname + search + hash
}
