import { UploadPage } from '#web/domains/uploads/index.ts'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { requireFlag } from '../guards.ts'
import { albumsRoutes } from './albums-routes.ts'
import { areaRoute } from './area-route.ts'
import { redirectRoute, screenRoute } from './screen-route.ts'
import { sharedAlbumsRoutes } from './shared-albums-routes.ts'

const timelinePage = lazyPage(() => import('../pages/timeline/photo-timeline.tsx'), 'PhotoTimeline')
const binPage = lazyPage(() => import('../pages/bin/bin-page.tsx'), 'BinPage')
const tidyUpPage = lazyPage(() => import('../pages/tidy-up/tidy-up-page.tsx'), 'TidyUpPage')
const searchPage = lazyPage(() => import('../pages/search/search-page.tsx'), 'SearchPage')
const searchPreviewPage = lazyPage(() => import('../pages/preview-pages.ts'), 'SearchPreviewPage')
const binPreviewPage = lazyPage(() => import('../pages/preview-pages.ts'), 'BinPreviewPage')
const previewPage = lazyPage(() => import('../pages/preview-pages.ts'), 'PhotoPreviewPage')

const loadAlbumPages = () => import('../pages/album/album-pages.ts')
const suggestPage = lazyPage(loadAlbumPages, 'SuggestPage')
const suggestedPage = lazyPage(loadAlbumPages, 'SuggestedPage')

const photosRoute = screenRoute(areaRoute, 'photos', 'photos.title', timelinePage)
const searchRoute = screenRoute(areaRoute, 'search', 'search.title', searchPage)
const binRoute = screenRoute(areaRoute, 'deleted', 'bin.title', binPage)

export const photosRoutes = areaRoute.addChildren([
  // OP-02
  redirectRoute(areaRoute, '/', PATHS.photos),
  // Previews are children of the page whose grid stays mounted below the viewer; that page renders the Outlet.
  photosRoute.addChildren([screenRoute(photosRoute, 'preview/$id', 'preview.label', previewPage)]),
  screenRoute(areaRoute, 'suggest', 'suggest.title', suggestPage),
  screenRoute(areaRoute, 'suggest/$draftId', 'suggest.title', suggestedPage),
  albumsRoutes,
  sharedAlbumsRoutes,
  // OP-11
  screenRoute(
    areaRoute,
    'upload',
    'upload.title',
    UploadPage,
    requireFlag('PhotoManagementUploadViewEnabled'),
  ),
  screenRoute(areaRoute, 'tidy-up', 'tidy-up.title', tidyUpPage),
  searchRoute.addChildren([screenRoute(searchRoute, 'preview/$id', 'preview.label', searchPreviewPage)]),
  binRoute.addChildren([screenRoute(binRoute, 'preview/$id', 'preview.label', binPreviewPage)]),
])
