import { CALLBACK_PATH } from '#contract/pages.ts'
import { PATHS } from '../navigation/paths.ts'

/** Returns the address as a path of this site; '/' for another origin, the callback and the sign-out. */
export function safeReturnPath(returnTo: string): string {
  if (!returnTo.startsWith('/') || !URL.canParse(returnTo, location.origin)) return '/'
  const url = new URL(returnTo, location.origin)
  const isRefused =
    url.origin !== location.origin || url.pathname === CALLBACK_PATH || url.pathname === PATHS.logout
  return isRefused ? '/' : url.pathname + url.search + url.hash
}

/** The path that a sign-in in a window of its own returns to; the window then closes itself. */
export const SIGNED_IN_WINDOW_PATH = '/#signed-in'

/** The channel on which a sign-in window tells that the provider has not asked the customer again. */
export const STEP_UP_CHANNEL = 'keepsake.step-up'
