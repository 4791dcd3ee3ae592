import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireFlag } from '../guards.ts'
import { areaRoute } from './area-route.ts'

const sharedAlbumPage = lazyPage(() => import('../pages/album/shared-album-page.tsx'), 'SharedAlbumPage')
const previewPage = lazyPage(
  () => import('../pages/album/shared-album-preview-page.tsx'),
  'SharedAlbumPreviewPage',
)

/** With the shared albums flag off, shared albums and all paths below redirect to '/' (PL-014, OP-05). */
const allRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'shared-albums',
  beforeLoad: requireFlag('PhotoManagementSharedAlbumsViewEnabled'),
})

/** Redirects to the albums page, which lists shared albums. */
const bareRoute = createRoute({
  getParentRoute: () => allRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: PATHS.albums, search: true, replace: true })
  },
})

const albumRoute = createRoute({
  getParentRoute: () => allRoute,
  path: '$id',
  staticData: { title: 'shared-albums.title' },
  component: sharedAlbumPage,
})

/** A child of its album's route: the grid stays mounted below the viewer. SharedAlbumPage renders the Outlet. */
const previewRoute = createRoute({
  getParentRoute: () => albumRoute,
  path: 'preview/$photoId',
  staticData: { title: 'preview.label' },
  component: previewPage,
})

export const sharedAlbumsRoutes = allRoute.addChildren([bareRoute, albumRoute.addChildren([previewRoute])])
