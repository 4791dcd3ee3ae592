import { createRouter } from '@tanstack/react-router'
import { PhonePage } from '#web/domains/uploads/index.ts'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { parseSearch, stringifySearch } from '#web/platform/navigation/search.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { confirmationErrorRoutes, confirmationRoutes, publicRoutes } from './routes/confirmation-routes.ts'
import { photosRoutes } from './routes/photos-routes.ts'
import { rootRoute } from './routes/root-route.tsx'
import { screenRoute } from './routes/screen-route.ts'
import { notFoundRoute, shellRoute } from './routes/shell-route.ts'
import { isGridPage } from './screen-paths.ts'
import { ErrorScreen } from './screens/error-screen.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { PendingScreen } from './screens/pending-screen.tsx'

const routeTree = rootRoute.addChildren([
  // AA-004. The sign-in callback is not a route: start.tsx handles it before the router exists.
  screenRoute(
    rootRoute,
    PATHS.logout,
    'menu.sign-out',
    lazyPage(() => import('./screens/logout-screen.tsx'), 'LogoutScreen'),
  ),
  // Upload page on the phone, opened by the QR code without a sign-in (OP-12).
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
