import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '#web/platform/navigation/search.ts'
import { activityRoutes } from './routes/activity-routes.ts'
import { addressesRoutes } from './routes/addresses-routes.ts'
import { confirmationErrorRoutes, confirmationRoutes, publicRoutes } from './routes/confirmation-routes.ts'
import { downloadsRoutes } from './routes/downloads-routes.ts'
import { exportRoute } from './routes/exports-routes.ts'
import { integrationRoute } from './routes/integration-routes.ts'
import { invoicesRoute } from './routes/invoices-routes.ts'
import { orderRoute, ordersRoute } from './routes/orders-routes.ts'
import { overviewRoute } from './routes/overview-routes.ts'
import { phoneRoute } from './routes/phone-routes.ts'
import { photosRoutes } from './routes/photos-routes.ts'
import { projectsRoute } from './routes/projects-routes.ts'
import { rootRoute } from './routes/root-route.tsx'
import { logoutRoute } from './routes/session-routes.ts'
import {
  businessSettingsRoute,
  changeBusinessEmailRoute,
  changeEmailRoute,
  deleteAccountRoute,
  paymentMethodRoute,
  personalDetailsRoute,
  settingsRoute,
} from './routes/settings-routes.ts'
import { notFoundRoute, shellRoute } from './routes/shell-route.ts'
import { widgetsRoutes } from './routes/widgets-routes.ts'
import { ErrorScreen } from './screens/error-screen.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { PendingScreen } from './screens/pending-screen.tsx'
import { isGrid, transitionTypes } from './transitions.ts'

const routeTree = rootRoute.addChildren([
  logoutRoute,
  phoneRoute,
  publicRoutes,
  confirmationRoutes,
  shellRoute.addChildren([
    overviewRoute,
    ordersRoute,
    orderRoute,
    integrationRoute,
    invoicesRoute,
    ...addressesRoutes,
    settingsRoute,
    deleteAccountRoute,
    businessSettingsRoute,
    personalDetailsRoute,
    paymentMethodRoute,
    changeEmailRoute,
    changeBusinessEmailRoute,
    projectsRoute,
    photosRoutes,
    exportRoute,
    downloadsRoutes,
    ...widgetsRoutes,
    ...activityRoutes,
    ...confirmationErrorRoutes,
    notFoundRoute,
  ]),
])

/** The app's router: one route file per resource; the code of a screen is loaded with its route. */
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
    defaultViewTransition: { types: transitionTypes },
    // The photo grid controls its own scroll position (mapped-scroll.ts).
    scrollRestoration: ({ location }) => !isGrid(location.pathname),
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
