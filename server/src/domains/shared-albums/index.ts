import type { Domain } from '../../http/route.ts'
import { mountSharedMedia } from './media.ts'
import { sharedAlbumRoutes } from './routes.ts'
import { sharedAlbumTables } from './tables.ts'

export { IMPORT_SHARED_ALBUMS_USAGE, importSharedAlbumsCommand } from './command.ts'
export { sharedAlbumListeners } from './follow.ts'
export { importSharedAlbums } from './import.ts'
export { albumShowing } from './shared-albums.ts'

/** Albums with several members, from the retailer's old store: to be looked at, downloaded and left (PL-004). */
export const sharedAlbums: Domain = {
  name: 'shared-albums',
  tables: sharedAlbumTables,
  routes: sharedAlbumRoutes,
  mount: mountSharedMedia,
}
