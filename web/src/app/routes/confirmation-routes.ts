import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireConfirmationToken } from '../guards.ts'
import { confirmationRoute, publicRoute } from './confirmation-parents.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

const deleteAccountConfirmationRoute = createRoute({
  getParentRoute: () => confirmationRoute,
  path: PATHS.deleteAccountConfirmation,
  staticData: { title: 'delete-account-confirmation.title' },
  beforeLoad: requireConfirmationToken(PATHS.deleteAccountError),
  component: lazyScreen('DeleteAccountConfirmation'),
})

const changeEmailConfirmationRoute = createRoute({
  getParentRoute: () => confirmationRoute,
  path: PATHS.changeEmailConfirmation,
  staticData: { title: 'change-email-confirmation.title' },
  beforeLoad: requireConfirmationToken(PATHS.changeEmailError),
  component: lazyScreen('ChangeEmailConfirmation'),
})

const accountDeletedRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.accountDeleted,
  staticData: { title: 'account-deleted.title' },
  component: lazyScreen('AccountDeleted'),
})

const changeEmailSuccessRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.changeEmailSuccess,
  staticData: { title: 'change-email-success.title' },
  component: lazyScreen('ChangeEmailSuccess'),
})

const deleteAccountErrorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deleteAccountError,
  staticData: { title: 'delete-account-error.title' },
  component: lazyScreen('DeleteAccountError'),
})

const subscriptionConfirmationRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.subscriptionConfirmation,
  staticData: { title: 'subscription-confirmation.title' },
  beforeLoad: requireConfirmationToken(PATHS.subscriptionConfirmationError),
  component: lazyScreen('SubscriptionConfirmation'),
})

const subscriptionSuccessRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.subscriptionConfirmationSuccess,
  staticData: { title: 'subscription-success.title' },
  component: lazyScreen('SubscriptionSuccess'),
})

const subscriptionErrorRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.subscriptionConfirmationError,
  staticData: { title: 'subscription-error.title' },
  component: lazyScreen('SubscriptionError'),
})

const changeEmailErrorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.changeEmailError,
  staticData: { title: 'change-email-error.title' },
  component: lazyScreen('ChangeEmailError'),
})

/** Confirmations that need a session (AA-042, AA-043). */
export const confirmationRoutes = confirmationRoute.addChildren([
  deleteAccountConfirmationRoute,
  changeEmailConfirmationRoute,
])

/** Results that anybody may see (AA-012). */
export const publicRoutes = publicRoute.addChildren([
  accountDeletedRoute,
  changeEmailSuccessRoute,
  subscriptionConfirmationRoute,
  subscriptionSuccessRoute,
  subscriptionErrorRoute,
])

/** Results inside the shell (AA-014). */
export const confirmationErrorRoutes = [deleteAccountErrorRoute, changeEmailErrorRoute]
