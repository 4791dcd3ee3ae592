import type { MessageId } from '#web/platform/i18n/texts.ts'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isForCustomer } from '../guards.ts'
import { redirectRoute, screenRoute } from './screen-route.ts'
import { shellRoute } from './shell-route.ts'

const page = <Path extends string, K extends string>(
  path: Path,
  title: MessageId,
  load: () => Promise<{ [name in K]: () => React.ReactNode }>,
  name: K,
) =>
  screenRoute(
    shellRoute,
    path,
    title,
    lazyPage(load, name, () => isForCustomer(path)),
  )

const loadOrder = () => import('../pages/orders/order-pages.ts')
const loadAddresses = () => import('../pages/addresses/address-pages.ts')
const loadSettings = () => import('../pages/settings/settings-page.tsx')
const loadWidgets = () => import('../pages/widgets/widget-pages.ts')
const loadActivity = () => import('../pages/activity/activity-pages.ts')
const loadForms = () => import('../pages/settings/form-pages.ts')

/** The screens inside the shell, photos apart. An export needs no flag, because its link is sent by mail (OP-05). */
export const accountRoutes = [
  page(PATHS.overview, 'overview.title', () => import('../screens/landing-screen.tsx'), 'LandingScreen'),
  page(PATHS.orders, 'menu.orders', () => import('../pages/orders/orders-page.tsx'), 'OrdersPage'),
  page(PATHS.order, 'order.page', loadOrder, 'OrderPage'),
  page(PATHS.reportProblem, 'complaint.title', loadOrder, 'ReportProblemPage'),
  page(PATHS.invoices, 'menu.invoices', () => import('../pages/invoices/invoices-page.tsx'), 'InvoicesPage'),
  page(
    PATHS.integration,
    'menu.ftp',
    () => import('../pages/integration/integration-page.tsx'),
    'IntegrationPage',
  ),
  page(
    PATHS.savedProjects,
    'menu.saved-projects',
    () => import('../pages/projects/projects-page.tsx'),
    'ProjectsPage',
  ),
  page(PATHS.onlineProducts, 'menu.widgets', loadWidgets, 'WidgetsPage'),
  page(PATHS.onlineProduct, 'widgets.share', loadWidgets, 'WidgetPage'),
  page(
    PATHS.downloads,
    'menu.downloads',
    () => import('../pages/downloads/downloads-page.tsx'),
    'DownloadsPage',
  ),
  page(PATHS.photoExports, 'export.title', () => import('#web/domains/exports/index.ts'), 'ExportPage'),
  page(PATHS.activity, 'activity.title', loadActivity, 'ActivityPage'),
  page(PATHS.uploadReceipt, 'upload-receipt.title', loadActivity, 'UploadReceiptPage'),
  page(PATHS.settings, 'menu.settings', loadSettings, 'SettingsPage'),
  page(PATHS.businessSettings, 'menu.settings', loadSettings, 'SettingsPage'),
  page(PATHS.personalDetails, 'settings.personal-details', loadForms, 'PersonalDetailsPage'),
  page(PATHS.paymentMethod, 'settings.payment-method', loadForms, 'PaymentMethodPage'),
  page(PATHS.changeEmail, 'settings.email.title', loadForms, 'ChangeEmailPage'),
  page(PATHS.changeBusinessEmail, 'settings.email.title', loadForms, 'ChangeEmailPage'),
  page(PATHS.security, 'security.title', () => import('../pages/settings/security-page.tsx'), 'SecurityPage'),
  page(PATHS.deleteAccount, 'delete-account.title', loadForms, 'DeleteAccountPage'),
  page(PATHS.addresses, 'addresses.title', loadAddresses, 'AddressesPage'),
  page(PATHS.newAddress, 'address.new', loadAddresses, 'AddressPage'),
  page(PATHS.newBusinessAddress, 'address.new', loadAddresses, 'AddressPage'),
  page(PATHS.address, 'address.edit', loadAddresses, 'AddressPage'),
  page(PATHS.businessAddress, 'address.edit', loadAddresses, 'AddressPage'),
  // OP-48: without an id there is no address to show.
  redirectRoute(shellRoute, PATHS.addressWithoutId, PATHS.addresses),
  redirectRoute(shellRoute, PATHS.businessAddressWithoutId, PATHS.addresses),
  redirectRoute(shellRoute, PATHS.addressesShort, PATHS.addresses),
] as const
