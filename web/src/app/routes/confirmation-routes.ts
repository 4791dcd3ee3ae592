import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireConfirmationToken, requireSession } from '../guards.ts'
import { FrameErrorScreen } from '../screens/error-screen.tsx'
import { PlainFrame } from '../shell/plain-frame.tsx'
import { rootRoute } from './root-route.tsx'
import { screenRoute } from './screen-route.ts'
import { shellRoute } from './shell-route.ts'

/**
 * Parent of the routes that need no sign-in . Below the root, because everything below the shell starts a
 * sign-in; their paths are in PUBLIC_PATHS of the contract.
 */
export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: PlainFrame,
  errorComponent: FrameErrorScreen,
})

/** Parent of the confirmations that need a session: outside of the shell. */
export const confirmationRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'confirmation',
  beforeLoad: requireSession,
  component: PlainFrame,
  errorComponent: FrameErrorScreen,
})

const loadConfirmations = () => import('#web/domains/confirmations/index.ts')
type Page = Exclude<keyof Awaited<ReturnType<typeof loadConfirmations>>, 'saveConfirmationResult'>
const page = (name: Page) => lazyPage(loadConfirmations, name)

/** Confirmations that need a session. */
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

/** Results that anybody may see , and the confirmation that needs no session. */
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

/** Results inside the shell. */
export const confirmationErrorRoutes = [
  screenRoute(shellRoute, PATHS.deleteAccountError, 'delete-account-error.title', page('DeleteAccountError')),
  screenRoute(shellRoute, PATHS.changeEmailError, 'change-email-error.title', page('ChangeEmailError')),
]
