import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

export const exportPage = lazyRouteComponent(
  () => import('#web/domains/exports/export-page.tsx'),
  'ExportPage',
)

/** PL-009. Sign-in is enough, whatever the flags: its link comes by mail (OP-05). */
export const exportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.photoExports,
  staticData: { title: 'export.title' },
  component: exportPage,
})
