import { createRoute } from '@tanstack/react-router'
import { isFlagEnabled } from '#web/platform/flags/flags.ts'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { requireFlag } from '../guards.ts'
import { areaRoute } from './area-route.ts'
import { screenRoute } from './screen-route.ts'

const FLAG = 'PhotoManagementAlbumViewEnabled'
const isWanted = () => isFlagEnabled(FLAG, location.search)
const albumsPage = lazyPage(() => import('../pages/albums/albums-page.tsx'), 'AlbumsPage', isWanted)
const albumPage = lazyPage(() => import('../pages/album/album-pages.ts'), 'AlbumPage', isWanted)
const albumPreviewPage = lazyPage(() => import('../pages/preview-pages.ts'), 'AlbumPreviewPage', isWanted)

/** With the album flag off, albums and all paths below redirect to '/' (PL-014, OP-05). */
const allRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'albums',
  beforeLoad: requireFlag(FLAG),
})

const albumRoute = screenRoute(allRoute, '$id', 'albums.title', albumPage)

export const albumsRoutes = allRoute.addChildren([
  screenRoute(allRoute, '/', 'albums.title', albumsPage),
  // A child of its album's route: the grid stays mounted below the viewer. AlbumPage renders the Outlet.
  albumRoute.addChildren([screenRoute(albumRoute, 'preview/$photoId', 'preview.label', albumPreviewPage)]),
])
