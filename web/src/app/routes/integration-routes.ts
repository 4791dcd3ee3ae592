import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

/** AA-108; business customers only. */
export const integrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.integration,
  staticData: { title: 'menu.ftp' },
  component: lazyScreen('IntegrationPage'),
})
