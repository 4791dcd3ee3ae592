import type { Purpose } from './mail-tokens.ts'

/** Returns the path of a mailed link. */
export const createLinkPath = (purpose: Purpose, token: string): `/${string}` => LINK_PATHS[purpose](token)

const LINK_PATHS: Record<Purpose, (token: string) => `/${string}`> = {
  'new-password': token => `/identity/new-password/${token}`,
  'sign-up': token => `/identity/confirm/${token}`,
  'already-here': () => '/',
  'delete-account': token => `/delete-account-confirmation?confirmation-token=${token}`,
  'keep-account': token => `/account-deleted?keep-token=${token}`,
  'change-email': token => `/change-email-confirmation?confirmation-token=${token}`,
  'revert-email': token => `/identity/revert-email/${token}`,
  'stop-email-change': token => `/identity/stop-email-change/${token}`,
  'stop-erasure': token => `/identity/stop-erasure/${token}`,
  'not-me': token => `/identity/not-me/${token}`,
}
