import { PATHS } from '#web/platform/navigation/paths.ts'
import { albumPage, albumsPage } from './routes/albums-routes.ts'
import { downloadsPage } from './routes/downloads-routes.ts'
import { exportPage } from './routes/exports-routes.ts'
import { overviewPage } from './routes/overview-routes.ts'
import { phonePage } from './routes/phone-routes.ts'
import { binPage, timelinePage, uploadPage } from './routes/photos-routes.ts'
import { sharedAlbumPage } from './routes/shared-albums-routes.ts'

/** Loads the code of the screen that was asked for while configuration and session are still on their way. */
export function warmUp(pathname: string): void {
  const screen = SCREENS.find(
    ([path]) =>
      pathname === path || (path !== '/' && pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
  )
  // A failed load is met, and told, when the route itself loads it.
  screen?.[1].preload?.()?.catch(() => {})
}

const SCREENS = [
  [PATHS.overview, overviewPage],
  [PATHS.deletedPhotos, binPage],
  [PATHS.downloads, downloadsPage],
  [PATHS.fromPhone, phonePage],
  [PATHS.upload, uploadPage],
  [`${PATHS.albums}/`, albumPage],
  [PATHS.albums, albumsPage],
  [PATHS.sharedAlbum.replace('$id', ''), sharedAlbumPage],
  [PATHS.photoExports.replace('/$backupId', ''), exportPage],
  [PATHS.myPhotos, timelinePage],
] as const
