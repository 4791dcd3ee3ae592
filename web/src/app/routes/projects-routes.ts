import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

/** AA-089. */
export const projectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.savedProjects,
  staticData: { title: 'menu.saved-projects' },
  component: lazyScreen('ProjectsPage'),
})
