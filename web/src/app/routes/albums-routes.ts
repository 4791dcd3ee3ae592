import { createRoute } from '@tanstack/react-router'
import { requireFlag } from '../guards.ts'
import { areaRoute } from './area-route.ts'
import { lazyScreen } from './lazy-screen.ts'

export const albumsPage = lazyScreen('AlbumsPage')
export const albumPage = lazyScreen('AlbumPage')
const albumPreviewPage = lazyScreen('AlbumPreviewPage')

/** With the album flag off, albums and all paths below redirect to '/' (PL-014, OP-05). */
const allRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'albums',
  beforeLoad: requireFlag('PhotoManagementAlbumViewEnabled'),
})

const listRoute = createRoute({
  getParentRoute: () => allRoute,
  path: '/',
  staticData: { title: 'albums.title' },
  component: albumsPage,
})

const albumRoute = createRoute({
  getParentRoute: () => allRoute,
  path: '$id',
  staticData: { title: 'albums.title' },
  component: albumPage,
})

/** A child of its album's route: the grid stays mounted below the viewer. AlbumPage renders the Outlet. */
const previewRoute = createRoute({
  getParentRoute: () => albumRoute,
  path: 'preview/$photoId',
  staticData: { title: 'preview.label' },
  component: albumPreviewPage,
})

export const albumsRoutes = allRoute.addChildren([listRoute, albumRoute.addChildren([previewRoute])])
