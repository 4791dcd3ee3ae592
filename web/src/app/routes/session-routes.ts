import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { LogoutScreen } from '../screens/logout-screen.tsx'
import { rootRoute } from './root-route.tsx'

/** AA-004. The provider's callback is no route: it is dealt with before the router exists (see start.ts). */
export const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.logout,
  staticData: { title: 'menu.sign-out' },
  component: LogoutScreen,
})
