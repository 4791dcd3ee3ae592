import { createRoute } from '@tanstack/react-router'
import { requireSession } from '../guards.ts'
import { FrameErrorScreen } from '../screens/error-screen.tsx'
import { PlainFrame } from '../shell/plain-frame.tsx'
import { rootRoute } from './root-route.tsx'

/**
 * Parent of the routes that need no sign-in (AA-012). Below the root, because everything below the shell starts a
 * sign-in; their paths are in PUBLIC_PATHS of the contract.
 */
export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: PlainFrame,
  errorComponent: FrameErrorScreen,
})

/** Parent of the confirmations that need a session: outside of the shell (AA-014, OP-60). */
export const confirmationRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'confirmation',
  beforeLoad: requireSession,
  component: PlainFrame,
  errorComponent: FrameErrorScreen,
})
