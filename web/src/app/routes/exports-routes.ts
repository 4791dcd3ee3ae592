import { createRoute } from '@tanstack/react-router'
import { ExportPage } from '#web/domains/exports/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

/** PL-009. Requires a sign-in but no flag, because its link is sent by mail (OP-05). */
export const exportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.photoExports,
  staticData: { title: 'export.title' },
  component: ExportPage,
})
