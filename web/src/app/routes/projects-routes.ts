import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

/** AA-089. */
export const projectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.savedProjects,
  staticData: { title: 'menu.saved-projects' },
  component: lazyPage(() => import('../pages/projects/projects-page.tsx'), 'ProjectsPage'),
})
