import { defineDomain } from '../../domain.ts'
import { importSharedAlbumsCommand } from './command.ts'
import { sharedAlbumEraser } from './erasure.ts'
import { sharedAlbumListeners } from './listeners.ts'
import { mountSharedMedia } from './media.ts'
import { sharedAlbumRoutes } from './routes.ts'
import { sharedAlbumTables } from './tables.ts'

export { importSharedAlbums } from './import.ts'
export { findShownPhotos, getSharedAlbumWithPhotos } from './shared-albums.ts'
export { getSharedAlbumsSummary } from './summary.ts'

/** Albums with several members, imported from the legacy store: view, download and leave only (PL-004). */
export const sharedAlbums = defineDomain({
  name: 'shared-albums',
  dependsOn: ['customers', 'photos', 'albums'],
  tables: sharedAlbumTables,
  routes: sharedAlbumRoutes,
  mount: mountSharedMedia,
  listeners: sharedAlbumListeners,
  commands: [importSharedAlbumsCommand],
  eraseAccount: sharedAlbumEraser,
})
