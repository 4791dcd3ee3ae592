import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

export const overviewPage = lazyScreen('LandingScreen')

/** '/': the overview; on mobile the menu (OP-46). */
export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.overview,
  staticData: { title: 'overview.title' },
  component: overviewPage,
})
