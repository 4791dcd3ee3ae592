import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

const exportPage = lazyPage(() => import('#web/domains/exports/index.ts'), 'ExportPage')

/** PL-009. Requires a sign-in but no flag, because its link is sent by mail (OP-05). */
export const exportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.photoExports,
  staticData: { title: 'export.title' },
  component: exportPage,
})
