import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

const downloadsPage = lazyPage(() => import('../pages/downloads/downloads-page.tsx'), 'DownloadsPage')

/** PL-010, OP-03. */
export const downloadsRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.downloads,
  staticData: { title: 'menu.downloads' },
  component: downloadsPage,
})
