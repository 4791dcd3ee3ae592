import { defineDomain } from '../../domain.ts'
import { mountSocket } from '../../http/socket.ts'
import { authenticateToken } from '../identity/index.ts'
import { photoEraser } from './erasure/erase-library.ts'
import { libraryCleared, photosMoved } from './events.ts'
import { photoRefused } from './job-kinds.ts'
import { photoJobs } from './jobs.ts'
import { mountMedia } from './media/media.ts'
import { LIBRARY } from './notifications.ts'
import { photoRoutes } from './routes.ts'
import { photoTables } from './tables.ts'

export { originalKey } from './blob-keys.ts'
export { type Amount, eraseExpiredPhotos, expirePhotos, restoreExpiredPhotos } from './erasure/expiration.ts'
export { holdPhotos, releaseHold } from './erasure/holds.ts'
export { libraryCleared, photosMoved } from './events.ts'
export { photoRefused } from './job-kinds.ts'
export { runningMove } from './library-move/library-move.ts'
export { createBatchLoader } from './media/batch-loader.ts'
export { mountPictures } from './media/media.ts'
export { addressesEnd, mediaAddress, signedAddress } from './media/media-address.ts'
export { LIBRARY } from './notifications.ts'
export { addPhoto, type NewPhoto, restoreRows } from './photos.ts'
export { presentImage } from './present.ts'
export { endHold, type HeldPhoto, heldPhotos } from './store/holds.ts'
export { lockPhotosByHash, pinPhotos, pinStoredPhotos } from './store/locks.ts'
export { countPhotos, hasPhotos, libraryCounts } from './store/month-counts.ts'
export {
  availablePhotoIds,
  librarySize,
  listPhotoIdsOfMonth,
  type PhotoRow,
  photoSortValues,
  photoStates,
  photosOfLibraries,
  readablePhotos,
  sortByDateTaken,
} from './store/photos.ts'

export const photos = defineDomain({
  name: 'photos',
  dependsOn: ['customers', 'identity'],
  tables: photoTables,
  routes: photoRoutes,
  mount(app, ctx) {
    mountMedia(app, ctx)
    mountSocket(app, ctx, {
      url: '/api/push/library',
      verify: token => authenticateToken(ctx, token),
      open(caller, send) {
        const stop = ctx.push.subscribe(LIBRARY, caller.accountId, send)
        // Told after subscribing: what changes from here on is heard, what changed before is read.
        send({ type: 'ready' })
        return stop
      },
    })
  },
  jobs: photoJobs,
  emits: [photosMoved, libraryCleared, photoRefused],
  eraseAccount: photoEraser,
})
