import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

export const exportPage = lazyScreen('ExportPage')

/** PL-009. Requires a sign-in but no flag, because its link is sent by mail (OP-05). */
export const exportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.photoExports,
  staticData: { title: 'export.title' },
  component: exportPage,
})
