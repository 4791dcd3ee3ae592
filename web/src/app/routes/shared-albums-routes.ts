import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireFlag } from '../guards.ts'
import { areaRoute } from './area-route.ts'
import { redirectRoute, screenRoute } from './screen-route.ts'

const sharedAlbumPage = lazyPage(() => import('../pages/album/album-pages.tsx'), 'SharedAlbumPage')
const previewPage = lazyPage(() => import('../pages/preview-pages.tsx'), 'SharedAlbumPreviewPage')

/** With the shared albums flag off, shared albums and all paths below redirect to '/'. */
const allRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'shared-albums',
  beforeLoad: requireFlag('PhotoManagementSharedAlbumsViewEnabled'),
})

const albumRoute = screenRoute(allRoute, '$id', 'shared-albums.title', sharedAlbumPage)

export const sharedAlbumsRoutes = allRoute.addChildren([
  // The albums page lists shared albums.
  redirectRoute(allRoute, '/', PATHS.albums),
  // A child of its album's route: the grid stays mounted below the viewer. SharedAlbumPage renders the Outlet.
  albumRoute.addChildren([screenRoute(albumRoute, 'preview/$photoId', 'preview.label', previewPage)]),
])
