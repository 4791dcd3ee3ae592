import { createRoute, createRouter } from '@tanstack/react-router'
import { PhonePage, UploadPage } from '#web/domains/uploads/index.ts'
import { isFlagEnabled } from '#web/platform/flags/flags.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { parseSearch, stringifySearch } from '#web/platform/navigation/search.ts'
import { isForCustomer, requireFlag } from './guards.ts'
import { areaRoute } from './routes/area-route.ts'
import { confirmationErrorRoutes, confirmationRoutes, publicRoutes } from './routes/confirmation-routes.ts'
import { rootRoute } from './routes/root-route.tsx'
import { redirectRoute, screenRoute } from './routes/screen-route.ts'
import { sharedAlbumsRoutes } from './routes/shared-albums-routes.ts'
import { notFoundRoute, shellRoute } from './routes/shell-route.ts'
import { isGridPage } from './screen-paths.ts'
import { ErrorScreen } from './screens/error-screen.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { PendingScreen } from './screens/pending-screen.tsx'

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

const loadOrder = () => import('./pages/orders/order-pages.tsx')

const loadAddresses = () => import('./pages/addresses/address-pages.tsx')

const loadSettings = () => import('./pages/settings/settings-page.tsx')

const loadWidgets = () => import('./pages/widgets/widget-pages.tsx')

const loadActivity = () => import('./pages/activity/activity-pages.tsx')

const loadForms = () => import('./pages/settings/form-pages.tsx')

/** The screens inside the shell, photos apart. An export needs no flag, because its link is sent by mail. */
const accountRoutes = [
  page(PATHS.overview, 'overview.title', () => import('./screens/landing-screen.tsx'), 'LandingScreen'),
  page(PATHS.orders, 'menu.orders', () => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
  page(PATHS.order, 'order.page', loadOrder, 'OrderPage'),
  page(PATHS.reportProblem, 'complaint.title', loadOrder, 'ReportProblemPage'),
  page(PATHS.invoices, 'menu.invoices', () => import('./pages/invoices/invoices-page.tsx'), 'InvoicesPage'),
  page(
    PATHS.integration,
    'menu.ftp',
    () => import('./pages/integration/integration-page.tsx'),
    'IntegrationPage',
  ),
  page(
    PATHS.savedProjects,
    'menu.saved-projects',
    () => import('./pages/projects/projects-page.tsx'),
    'ProjectsPage',
  ),
  page(PATHS.onlineProducts, 'menu.widgets', loadWidgets, 'WidgetsPage'),
  page(PATHS.onlineProduct, 'widgets.share', loadWidgets, 'WidgetPage'),
  page(
    PATHS.downloads,
    'menu.downloads',
    () => import('./pages/downloads/downloads-page.tsx'),
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
  page(PATHS.security, 'security.title', () => import('./pages/settings/security-page.tsx'), 'SecurityPage'),
  page(PATHS.changes, 'changes.title', () => import('./pages/settings/changes-page.tsx'), 'ChangesPage'),
  page(PATHS.deleteAccount, 'delete-account.title', loadForms, 'DeleteAccountPage'),
  page(PATHS.addresses, 'addresses.title', loadAddresses, 'AddressesPage'),
  page(PATHS.newAddress, 'address.new', loadAddresses, 'AddressPage'),
  page(PATHS.newBusinessAddress, 'address.new', loadAddresses, 'AddressPage'),
  page(PATHS.address, 'address.edit', loadAddresses, 'AddressPage'),
  page(PATHS.businessAddress, 'address.edit', loadAddresses, 'AddressPage'),
  // Without an id there is no address to show.
  redirectRoute(shellRoute, PATHS.addressWithoutId, PATHS.addresses),
  redirectRoute(shellRoute, PATHS.businessAddressWithoutId, PATHS.addresses),
  redirectRoute(shellRoute, PATHS.addressesShort, PATHS.addresses),
] as const

const FLAG = 'PhotoManagementAlbumViewEnabled'

const isWanted = () => isFlagEnabled(FLAG, location.search)

const albumsPage = lazyPage(() => import('./pages/albums/albums-page.tsx'), 'AlbumsPage', isWanted)

const albumPage = lazyPage(() => import('./pages/album/album-pages.tsx'), 'AlbumPage', isWanted)

const albumPreviewPage = lazyPage(() => import('./pages/preview-pages.tsx'), 'AlbumPreviewPage', isWanted)

/** With the album flag off, albums and all paths below redirect to '/'. */
const allRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'albums',
  beforeLoad: requireFlag(FLAG),
})

const albumRoute = screenRoute(allRoute, '$id', 'albums.title', albumPage)

const albumsRoutes = allRoute.addChildren([
  screenRoute(allRoute, '/', 'albums.title', albumsPage),
  // A child of its album's route: the grid stays mounted below the viewer. AlbumPage renders the Outlet.
  albumRoute.addChildren([screenRoute(albumRoute, 'preview/$photoId', 'preview.label', albumPreviewPage)]),
])

const timelinePage = lazyPage(() => import('./pages/timeline/photo-timeline.tsx'), 'PhotoTimeline')

const binPage = lazyPage(() => import('./pages/bin/bin-page.tsx'), 'BinPage')

const tidyUpPage = lazyPage(() => import('./pages/tidy-up/tidy-up-page.tsx'), 'TidyUpPage')

const searchPage = lazyPage(() => import('./pages/search/search-page.tsx'), 'SearchPage')

const searchPreviewPage = lazyPage(() => import('./pages/preview-pages.tsx'), 'SearchPreviewPage')

const binPreviewPage = lazyPage(() => import('./pages/preview-pages.tsx'), 'BinPreviewPage')

const previewPage = lazyPage(() => import('./pages/preview-pages.tsx'), 'PhotoPreviewPage')

const loadAlbumPages = () => import('./pages/album/album-pages.tsx')

const suggestPage = lazyPage(loadAlbumPages, 'SuggestPage')

const suggestedPage = lazyPage(loadAlbumPages, 'SuggestedPage')

const photosRoute = screenRoute(areaRoute, 'photos', 'photos.title', timelinePage)

const searchRoute = screenRoute(areaRoute, 'search', 'search.title', searchPage)

const binRoute = screenRoute(areaRoute, 'deleted', 'bin.title', binPage)

const photosRoutes = areaRoute.addChildren([
  redirectRoute(areaRoute, '/', PATHS.photos),
  // Previews are children of the page whose grid stays mounted below the viewer; that page renders the Outlet.
  photosRoute.addChildren([screenRoute(photosRoute, 'preview/$id', 'preview.label', previewPage)]),
  screenRoute(areaRoute, 'suggest', 'suggest.title', suggestPage),
  screenRoute(areaRoute, 'suggest/$draftId', 'suggest.title', suggestedPage),
  albumsRoutes,
  sharedAlbumsRoutes,
  screenRoute(areaRoute, 'upload', 'photos.add', UploadPage, requireFlag('PhotoManagementUploadViewEnabled')),
  screenRoute(areaRoute, 'tidy-up', 'tidy-up.title', tidyUpPage),
  searchRoute.addChildren([screenRoute(searchRoute, 'preview/$id', 'preview.label', searchPreviewPage)]),
  binRoute.addChildren([screenRoute(binRoute, 'preview/$id', 'preview.label', binPreviewPage)]),
])

const routeTree = rootRoute.addChildren([
  // The sign-in callback is not a route: start.tsx handles it before the router exists.
  screenRoute(
    rootRoute,
    PATHS.logout,
    'menu.sign-out',
    lazyPage(() => import('./screens/logout-screen.tsx'), 'LogoutScreen'),
  ),
  // Upload page on the phone, opened by the QR code without a sign-in .
  screenRoute(rootRoute, PATHS.fromPhone, 'phone.title', PhonePage),
  publicRoutes,
  confirmationRoutes,
  shellRoute.addChildren([...accountRoutes, photosRoutes, ...confirmationErrorRoutes, notFoundRoute]),
])

/** Returns the app's router: one route file per resource; the code of a screen is loaded with its route. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // Pages of photos restore their scroll position themselves, by photo (use-place.ts).
    scrollRestoration: ({ location }) => !isGridPage(location.pathname),
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
