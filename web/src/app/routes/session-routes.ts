import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { rootRoute } from './root-route.tsx'

/** AA-004. The sign-in callback is not a route: start.tsx handles it before the router exists. */
export const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.logout,
  staticData: { title: 'menu.sign-out' },
  component: lazyScreen('LogoutScreen'),
})
