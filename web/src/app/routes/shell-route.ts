import { createRoute } from '@tanstack/react-router'
import { requireCustomer } from '../guards.ts'
import { FrameErrorScreen } from '../screens/error-screen.tsx'
import { NotFoundScreen } from '../screens/not-found-screen.tsx'
import { Shell } from '../shell/shell.tsx'
import { rootRoute } from './root-route.tsx'
import { screenRoute } from './screen-route.ts'

/** Everything that needs a session, inside header and menu (PL-013, AA-012, AA-014, AA-015). */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireCustomer,
  component: Shell,
  errorComponent: FrameErrorScreen,
})

/** Unknown paths, inside the shell (OP-45). */
export const notFoundRoute = screenRoute(shellRoute, '$', 'app.not-found.title', NotFoundScreen)
