import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

/** AA-108; business customers only. */
export const integrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.integration,
  staticData: { title: 'menu.ftp' },
  component: lazyPage(() => import('../pages/integration/integration-page.tsx'), 'IntegrationPage'),
})
