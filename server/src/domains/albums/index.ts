import { defineDomain } from '../../domain.ts'
import { sharedAlbumChanged } from './events.ts'
import { albumListeners } from './listeners.ts'
import { albumRoutes } from './routes.ts'
import { albumTables } from './tables.ts'

export {
  addPhotos,
  addUploaded,
  checkUploadAlbum,
  createAlbum,
  deleteAlbum,
  takeAlbum,
  updateAlbum,
} from './albums.ts'
export { readAlbumCursor, writeCursor } from './cursors.ts'
export { sharedAlbumChanged } from './events.ts'
export { findAlbumPhotos } from './photo-pages.ts'
export { presentAlbums } from './present.ts'
export { type Chosen, chosenPhotos } from './selection.ts'
export { readSharedToken, type SharedLook } from './shared-media.ts'
export {
  findSharedAlbum,
  putSharedAlbum,
  sharedAlbumPage,
  sharedAlbumsSpan,
  takeOutOwner,
} from './sharing.ts'
export { type AlbumRow, albumNames, lockAlbum } from './store.ts'
export { indexView, photosView, photoView } from './views.ts'

/** Albums of a library: photos stand in any number of them, and in the library all the same. */
export const albums = defineDomain({
  name: 'albums',
  dependsOn: ['customers', 'photos'],
  tables: albumTables,
  routes: albumRoutes,
  listeners: albumListeners,
  emits: [sharedAlbumChanged],
})
