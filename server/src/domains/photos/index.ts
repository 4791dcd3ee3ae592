import { defineDomain } from '../../domain.ts'
import { mountSocket } from '../../http/socket.ts'
import { on } from '../../platform/events/events.ts'
import { customerStatusChanged } from '../customers/index.ts'
import { authenticateToken } from '../identity/index.ts'
import { blobsCommand } from './blob-sweep/command.ts'
import { photoEraser } from './erasure/erase-library.ts'
import { libraryCleared, photosMoved } from './events.ts'
import { photoRefused } from './job-kinds.ts'
import { photoJobs } from './jobs.ts'
import { mountMedia } from './media/media.ts'
import { ingestDuration, ingestLags, latestSweep, unreadableOriginals } from './metrics.ts'
import { libraryQuietMs, publishToLibrary, subscribeToLibrary } from './notifications.ts'
import { photoRoutes } from './routes.ts'
import { photoTables } from './tables.ts'

export { originalKey } from './blob-keys.ts'
export { claimBlobStore, mayRemoveUnknownBlobs } from './blob-sweep/blob-store-owner.ts'
export { downloadName } from './download-name.ts'
export {
  eraseExpiredPhotos,
  expirePhotos,
  restoreExpiredPhotos,
} from './erasure/expiration.ts'
export { createHold, releaseHold } from './erasure/holds.ts'
export { libraryCleared, photosMoved } from './events.ts'
export { photoRefused } from './job-kinds.ts'
export { readLibraryVersion } from './library-answers.ts'
export { findRunningLibraryMove } from './library-move/library-move.ts'
export { createBatchLoader, isPrepared } from './media/batch-loader.ts'
export { mountMediaRoute } from './media/media.ts'
export { addressExpiry, mediaAddressBuilder, signedAddressBuilder } from './media/media-address.ts'
export { publishToLibrary } from './notifications.ts'
export { eraseMissing, listMissingOriginals } from './originals/missing-originals.ts'
export { listOrphanOriginals, type OrphanOriginal } from './originals/orphan-originals.ts'
export { findUnreadableOriginals } from './originals/unreadable-originals.ts'
export { addPhoto, ingestPhotoAgain, type NewPhoto, restoreLockedPhotos } from './photos.ts'
export { presentImage } from './present.ts'
export { type Deletion, listDeletions } from './store/deletions.ts'
export { type HeldPhoto, setHoldEnd, streamHeldPhotos } from './store/holds.ts'
export { getLibrarySize, getLibrarySizes, type PhotoAmount } from './store/library-sizes.ts'
export {
  findPhotosByHash,
  lockPhotosByHash,
  lockPhotosForShare,
  lockStoredPhotosForShare,
} from './store/locks.ts'
export { countPhotos, libraryCountColumns, listAccountsWithPhotos } from './store/month-counts.ts'
export {
  findAvailablePhotoIds,
  findPhotos,
  findPhotosOfAccounts,
  findStoredPhotos,
  listPhotoIdsOfMonth,
  listStoredPhotos,
  type PhotoRow,
  type StoredPhoto,
  selectPhotoSortValues,
  selectPhotoStates,
  sortByDateTaken,
} from './store/photos.ts'
export { findStoredBytes, lockStoredBytes } from './store/storage-usage.ts'
export { getTimelineStart } from './timeline.ts'

export const photos = defineDomain({
  name: 'photos',
  dependsOn: ['customers', 'identity'],
  tables: photoTables,
  routes: photoRoutes,
  mount(app, ctx) {
    mountMedia(app, ctx)
    mountSocket(app, ctx, {
      url: '/api/push/library',
      verify: (token, host) => authenticateToken(ctx, token, host),
      open(caller, { send }) {
        const unsubscribe = subscribeToLibrary(ctx, caller.accountId, send)
        // Sent after subscribing: a page that reads the library now misses no change, nor one that read it since the last
        // message (RV-505).
        send({ type: 'ready', quietMs: libraryQuietMs(ctx, caller.accountId) })
        return unsubscribe
      },
    })
  },
  jobs: photoJobs,
  metrics: {
    counted: [ingestDuration, unreadableOriginals],
    sources: ctx => [ingestLags(ctx), latestSweep(ctx)],
  },
  listeners: [
    on(customerStatusChanged, (ctx, tx, { accountId }) =>
      publishToLibrary(ctx, tx, accountId, { type: 'customer-changed' }),
    ),
  ],
  commands: [blobsCommand],
  emits: [photosMoved, libraryCleared, photoRefused],
  eraseAccount: photoEraser,
})
