import { createRoute } from '@tanstack/react-router'
import { requireCustomer } from '../guards.ts'
import { FrameErrorScreen } from '../screens/error-screen.tsx'
import { NotFoundScreen } from '../screens/not-found-screen.tsx'
import { Shell } from '../shell/shell.tsx'
import { rootRoute } from './root-route.tsx'
import { screenRoute } from './screen-route.ts'

/** Everything that needs a session, inside header and menu. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireCustomer,
  component: Shell,
  errorComponent: FrameErrorScreen,
})

/** Unknown paths, inside the shell. */
export const notFoundRoute = screenRoute(shellRoute, '$', 'app.not-found.title', NotFoundScreen)
