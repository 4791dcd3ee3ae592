import { createRoute, redirect } from '@tanstack/react-router'
import { UploadPage } from '#web/domains/uploads/index.ts'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireFlag } from '../guards.ts'
import { albumsRoutes } from './albums-routes.ts'
import { areaRoute } from './area-route.ts'
import { sharedAlbumsRoutes } from './shared-albums-routes.ts'

const timelinePage = lazyPage(() => import('../pages/timeline/photo-timeline.tsx'), 'PhotoTimeline')
const binPage = lazyPage(() => import('../pages/bin/bin-page.tsx'), 'BinPage')
const binPreviewPage = lazyPage(() => import('../pages/bin/bin-preview-page.tsx'), 'BinPreviewPage')
const previewPage = lazyPage(() => import('../pages/timeline/photo-preview-page.tsx'), 'PhotoPreviewPage')

/** OP-02. */
const bareRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: PATHS.photos, search: true, replace: true })
  },
})

const photosRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'photos',
  staticData: { title: 'photos.title' },
  component: timelinePage,
})

/** A child of the photos route: the grid stays mounted below the viewer. PhotoTimeline renders the Outlet. */
const previewRoute = createRoute({
  getParentRoute: () => photosRoute,
  path: 'preview/$id',
  staticData: { title: 'preview.label' },
  component: previewPage,
})

/** OP-11. */
const uploadRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'upload',
  beforeLoad: requireFlag('PhotoManagementUploadViewEnabled'),
  staticData: { title: 'upload.title' },
  component: UploadPage,
})

const binRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'deleted',
  staticData: { title: 'bin.title' },
  component: binPage,
})

/** A child of the bin's route: its grid stays mounted below the viewer. */
const binPreviewRoute = createRoute({
  getParentRoute: () => binRoute,
  path: 'preview/$id',
  staticData: { title: 'preview.label' },
  component: binPreviewPage,
})

export const photosRoutes = areaRoute.addChildren([
  bareRoute,
  photosRoute.addChildren([previewRoute]),
  albumsRoutes,
  sharedAlbumsRoutes,
  uploadRoute,
  binRoute.addChildren([binPreviewRoute]),
])
