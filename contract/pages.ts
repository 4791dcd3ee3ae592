/** The path of the redirect URI of a sign-in . */
export const CALLBACK_PATH = '/auth/callback'

/** Starts a sign-in and redirects to the identity provider; `returnTo` is the path to come back to . */
export const SIGN_IN_PATH = '/session/sign-in'

export const SIGN_OUT_PATH = '/logout'

/** The page that opens the cookie settings, for pages without scripts. */
export const COOKIE_SETTINGS_PATH = '/cookie-settings'

/** The page that withdraws from a contract, which the server renders; `order` in its query fills the order in. */
export const WITHDRAWAL_PATH = '/withdraw'

/** Pages that need no sign-in , and the phone's upload page. */
export const PUBLIC_PATHS: readonly string[] = [
  '/account-deleted',
  '/account-locked',
  '/change-email-success',
  '/subscription-confirmation',
  '/subscription-confirmation-success',
  '/subscription-confirmation-error',
  '/from-phone',
  COOKIE_SETTINGS_PATH,
]
