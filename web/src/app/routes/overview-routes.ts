import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

const overviewPage = lazyPage(() => import('../screens/landing-screen.tsx'), 'LandingScreen')

/** '/': the overview; on mobile the menu (OP-46). */
export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.overview,
  staticData: { title: 'overview.title' },
  component: overviewPage,
})
