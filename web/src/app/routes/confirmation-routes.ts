import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireConfirmationToken } from '../guards.ts'
import { confirmationRoute, publicRoute } from './confirmation-parents.ts'
import { screenRoute } from './screen-route.ts'
import { shellRoute } from './shell-route.ts'

const loadConfirmations = () => import('#web/domains/confirmations/index.ts')
type Page = Exclude<keyof Awaited<ReturnType<typeof loadConfirmations>>, 'saveConfirmationResult'>
const page = (name: Page) => lazyPage(loadConfirmations, name)

/** Confirmations that need a session (AA-042, AA-043). */
export const confirmationRoutes = confirmationRoute.addChildren([
  screenRoute(
    confirmationRoute,
    PATHS.deleteAccountConfirmation,
    'delete-account-confirmation.title',
    page('DeleteAccountConfirmation'),
    requireConfirmationToken(PATHS.deleteAccountError),
  ),
  screenRoute(
    confirmationRoute,
    PATHS.changeEmailConfirmation,
    'change-email-confirmation.title',
    page('ChangeEmailConfirmation'),
    requireConfirmationToken(PATHS.changeEmailError),
  ),
])

/** Results that anybody may see (AA-012), and the confirmation that needs no session. */
export const publicRoutes = publicRoute.addChildren([
  screenRoute(publicRoute, PATHS.accountDeleted, 'account-deleted.title', page('AccountDeleted')),
  screenRoute(publicRoute, PATHS.accountLocked, 'not-me.done.title', page('AccountLocked')),
  screenRoute(
    publicRoute,
    PATHS.changeEmailSuccess,
    'change-email-success.title',
    page('ChangeEmailSuccess'),
  ),
  screenRoute(
    publicRoute,
    PATHS.subscriptionConfirmation,
    'subscription-confirmation.title',
    page('SubscriptionConfirmation'),
    requireConfirmationToken(PATHS.subscriptionConfirmationError),
  ),
  screenRoute(
    publicRoute,
    PATHS.subscriptionConfirmationSuccess,
    'subscription-success.title',
    page('SubscriptionSuccess'),
  ),
  screenRoute(
    publicRoute,
    PATHS.subscriptionConfirmationError,
    'subscription-error.title',
    page('SubscriptionError'),
  ),
  screenRoute(publicRoute, PATHS.cookieSettings, 'consent.settings', page('CookieSettings')),
])

/** Results inside the shell (AA-014). */
export const confirmationErrorRoutes = [
  screenRoute(shellRoute, PATHS.deleteAccountError, 'delete-account-error.title', page('DeleteAccountError')),
  screenRoute(shellRoute, PATHS.changeEmailError, 'change-email-error.title', page('ChangeEmailError')),
]
