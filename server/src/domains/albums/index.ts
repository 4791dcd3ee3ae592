import { defineDomain } from '../../domain.ts'
import { defineJob, handleJob } from '../../platform/jobs/jobs.ts'
import { cleanUpAlbums } from './albums.ts'
import { albumEraser } from './erasure.ts'
import { sharedAlbumChanged } from './events.ts'
import { albumListeners } from './listeners.ts'
import { albumRoutes } from './routes.ts'
import { albumTables } from './tables.ts'

export { getAlbumIndex, getAlbumPhoto, getAlbumPhotos } from './album-photos.ts'
export {
  addPhotosToAlbum,
  addUploadedPhotos,
  checkUploadAlbum,
  createAlbum,
  deleteAlbum,
  importAlbum,
  updateAlbum,
} from './albums.ts'
export { type AddedAlbum, addToAlbumsOfCopies, removeFromAlbumsOfCopies } from './albums-of-copies.ts'
export { readAlbumCursor, writeCursor } from './cursors.ts'
export { sharedAlbumChanged } from './events.ts'
export { getLibraryTotals } from './library-totals.ts'
export { compilePhotoFilter, findPrintedPhotoIds } from './photo-filter.ts'
export { presentAlbums } from './present.ts'
export { listSelectedPhotoIds, lockChosenPhotos, type PhotoChoice } from './selection.ts'
export { readSharedToken, type SharedViewGrant } from './shared-media.ts'
export { removeOwnerPhotos, upsertSharedAlbum } from './sharing.ts'
export { listSharedAlbumIds } from './store/account-rows.ts'
export {
  createAlbumNamesLoader,
  listAlbumIds,
  listAlbumNames,
  listNamesOfAlbums,
} from './store/album-names.ts'
export { type AlbumRow, findLibraryTotals, lockAlbum } from './store/albums.ts'
export { listPhotosInSharedAlbums } from './store/copies.ts'
export { findAlbumPhotos } from './store/photo-pages.ts'
export {
  findSharedAlbum,
  listSharedAlbums,
  selectSharedAlbumOwners,
  summarizeSharedAlbums,
} from './store/shared-albums.ts'

/** Clean-up: deletes albums that were deleted by their owners long ago. */
const cleanUpAlbumsJob = defineJob<Record<string, never>>('albums.sweep', { schedule: '55 4 * * *' })

/** Albums of a library: a photo can be in any number of albums and stays in the library. */
export const albums = defineDomain({
  name: 'albums',
  dependsOn: ['customers', 'photos', 'orders', 'projects', 'widgets', 'places'],
  tables: albumTables,
  routes: albumRoutes,
  listeners: albumListeners,
  jobs: [handleJob(cleanUpAlbumsJob, ctx => cleanUpAlbums(ctx))],
  emits: [sharedAlbumChanged],
  eraseAccount: albumEraser,
})
