import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

const settingsPage = lazyPage(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage')
const changeEmailPage = lazyPage(() => import('../pages/settings/change-email-page.tsx'), 'ChangeEmailPage')

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
  component: lazyPage(() => import('../pages/settings/personal-details-page.tsx'), 'PersonalDetailsPage'),
})

/** AA-106. */
export const paymentMethodRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.paymentMethod,
  staticData: { title: 'settings.payment-method' },
  component: lazyPage(() => import('../pages/settings/payment-method-page.tsx'), 'PaymentMethodPage'),
})

/** AA-041. */
export const deleteAccountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deleteAccount,
  staticData: { title: 'delete-account.title' },
  component: lazyPage(() => import('../pages/settings/delete-account-page.tsx'), 'DeleteAccountPage'),
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
