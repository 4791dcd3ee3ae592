import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireConfirmationToken } from '../guards.ts'
import { confirmationRoute, publicRoute } from './confirmation-parents.ts'
import { shellRoute } from './shell-route.ts'

const loadConfirmations = () => import('#web/domains/confirmations/index.ts')

const deleteAccountConfirmationRoute = createRoute({
  getParentRoute: () => confirmationRoute,
  path: PATHS.deleteAccountConfirmation,
  staticData: { title: 'delete-account-confirmation.title' },
  beforeLoad: requireConfirmationToken(PATHS.deleteAccountError),
  component: lazyPage(loadConfirmations, 'DeleteAccountConfirmation'),
})

const changeEmailConfirmationRoute = createRoute({
  getParentRoute: () => confirmationRoute,
  path: PATHS.changeEmailConfirmation,
  staticData: { title: 'change-email-confirmation.title' },
  beforeLoad: requireConfirmationToken(PATHS.changeEmailError),
  component: lazyPage(loadConfirmations, 'ChangeEmailConfirmation'),
})

const accountDeletedRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.accountDeleted,
  staticData: { title: 'account-deleted.title' },
  component: lazyPage(loadConfirmations, 'AccountDeleted'),
})

const changeEmailSuccessRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.changeEmailSuccess,
  staticData: { title: 'change-email-success.title' },
  component: lazyPage(loadConfirmations, 'ChangeEmailSuccess'),
})

const deleteAccountErrorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deleteAccountError,
  staticData: { title: 'delete-account-error.title' },
  component: lazyPage(loadConfirmations, 'DeleteAccountError'),
})

const subscriptionConfirmationRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.subscriptionConfirmation,
  staticData: { title: 'subscription-confirmation.title' },
  beforeLoad: requireConfirmationToken(PATHS.subscriptionConfirmationError),
  component: lazyPage(loadConfirmations, 'SubscriptionConfirmation'),
})

const subscriptionSuccessRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.subscriptionConfirmationSuccess,
  staticData: { title: 'subscription-success.title' },
  component: lazyPage(loadConfirmations, 'SubscriptionSuccess'),
})

const subscriptionErrorRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: PATHS.subscriptionConfirmationError,
  staticData: { title: 'subscription-error.title' },
  component: lazyPage(loadConfirmations, 'SubscriptionError'),
})

const changeEmailErrorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.changeEmailError,
  staticData: { title: 'change-email-error.title' },
  component: lazyPage(loadConfirmations, 'ChangeEmailError'),
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
