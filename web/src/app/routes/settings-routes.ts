import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

const settingsPage = lazyScreen('SettingsPage')
const changeEmailPage = lazyScreen('ChangeEmailPage')

/** AA-104. */
export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.settings,
  staticData: { title: 'menu.settings' },
  component: settingsPage,
})

/** AA-018. */
export const businessSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.businessSettings,
  staticData: { title: 'menu.settings' },
  component: settingsPage,
})

/** AA-105. */
export const personalDetailsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.personalDetails,
  staticData: { title: 'settings.personal-details' },
  component: lazyScreen('PersonalDetailsPage'),
})

/** AA-106. */
export const paymentMethodRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.paymentMethod,
  staticData: { title: 'settings.payment-method' },
  component: lazyScreen('PaymentMethodPage'),
})

/** AA-041. */
export const deleteAccountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deleteAccount,
  staticData: { title: 'delete-account.title' },
  component: lazyScreen('DeleteAccountPage'),
})

/** AA-048. */
export const changeEmailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.changeEmail,
  staticData: { title: 'settings.email.title' },
  component: changeEmailPage,
})

/** AA-048 of a business customer. */
export const changeBusinessEmailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.changeBusinessEmail,
  staticData: { title: 'settings.email.title' },
  component: changeEmailPage,
})
