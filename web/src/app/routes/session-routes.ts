import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { rootRoute } from './root-route.tsx'

/** AA-004. The sign-in callback is not a route: start.tsx handles it before the router exists. */
export const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.logout,
  staticData: { title: 'menu.sign-out' },
  component: lazyPage(() => import('../screens/logout-screen.tsx'), 'LogoutScreen'),
})
