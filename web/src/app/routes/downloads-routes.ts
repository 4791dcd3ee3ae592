import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

export const downloadsPage = lazyScreen('DownloadsPage')

/** PL-010, OP-03. */
export const downloadsRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.downloads,
  staticData: { title: 'menu.downloads' },
  component: downloadsPage,
})
