import { PhonePage, UploadPage } from '#web/domains/uploads/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { albumPage, albumsPage } from './routes/albums-routes.ts'
import { downloadsPage } from './routes/downloads-routes.ts'
import { exportPage } from './routes/exports-routes.ts'
import { orderPage, ordersPage } from './routes/orders-routes.ts'
import { overviewPage } from './routes/overview-routes.ts'
import { binPage, timelinePage } from './routes/photos-routes.ts'
import { sharedAlbumPage } from './routes/shared-albums-routes.ts'

/** Preloads the code of the requested screen while configuration and session are still loading. */
export function preloadScreen(pathname: string): void {
  const screen = SCREENS.find(
    ([path]) =>
      pathname === path || (path !== '/' && pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
  )
  // The route loads the code again and reports a failure.
  screen?.[1].preload?.()?.catch(() => {})
}

const SCREENS = [
  [PATHS.overview, overviewPage],
  [PATHS.deletedPhotos, binPage],
  [PATHS.downloads, downloadsPage],
  [`${PATHS.orders}/`, orderPage],
  [PATHS.orders, ordersPage],
  [PATHS.fromPhone, PhonePage],
  [PATHS.upload, UploadPage],
  [`${PATHS.albums}/`, albumPage],
  [PATHS.albums, albumsPage],
  [PATHS.sharedAlbum.replace('$id', ''), sharedAlbumPage],
  [PATHS.photoExports.replace('/$backupId', ''), exportPage],
  [PATHS.myPhotos, timelinePage],
] as const
