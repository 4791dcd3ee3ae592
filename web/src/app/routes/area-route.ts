import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireFlag } from '../guards.ts'
import { AreaScreen } from '../screens/area-screen.tsx'
import { shellRoute } from './shell-route.ts'

/** With the timeline flag off, the whole area redirects to '/'. */
export const areaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.myPhotos,
  beforeLoad: requireFlag('PhotoManagementTimelineViewEnabled'),
  component: AreaScreen,
})
