import type { Context } from '../../context.ts'
import { defineDomain } from '../../domain.ts'
import { handleEach, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { advanceMark } from './blob-sweep/blob-store-owner.ts'
import { blobsCommand } from './blob-sweep/command.ts'
import { sweepBlobs } from './blob-sweep/sweep-blobs.ts'
import { cleanUpPhotos } from './clean-up.ts'
import { completeErasure } from './erasure/complete-erasure.ts'
import { photoEraser } from './erasure/erase-library.ts'
import { libraryCleared, photoDatesChanged, photoFactsChanged, photosMoved } from './events.ts'
import { backfillFacts } from './facts/backfill.ts'
import { factsCommand } from './facts/command.ts'
import { ingestPhoto } from './ingest.ts'
import {
  backfillFactsJob,
  cleanUpPhotosJob,
  erasePhotosJob,
  ingestHeicJob,
  ingestPhotoJob,
  moveLibraryJob,
  type PhotoRef,
  photoRefused,
  removeOrphanBlobsJob,
} from './job-kinds.ts'
import { moveLibrary } from './library-move/move-library.ts'
import { mountMedia } from './media/media.ts'
import {
  backfilledFacts,
  backfillSource,
  ingestDuration,
  ingestLagSource,
  latestSweepSource,
  unreadableOriginals,
} from './metrics.ts'
import { photoRoutes } from './routes.ts'
import { photoTables } from './tables.ts'

export { toOriginalKey } from './blob-keys.ts'
export { claimBlobStore, mayRemoveUnknownBlobs } from './blob-sweep/blob-store-owner.ts'
export {
  applyCompanions,
  type CopiedValues,
  changeDates,
  copyDate,
  isSameDate,
  resetDate,
  toFileTaken,
  toTakenDate,
} from './copied-dates.ts'
export { readCursor, writeCursor } from './cursor.ts'
export { computeFraction, decideDate, type StatedDate } from './decide-date.ts'
export { toDownloadName } from './download-name.ts'
export {
  eraseExpiredPhotos,
  expirePhotos,
  restoreExpiredPhotos,
} from './erasure/expiration.ts'
export { createHold, releaseHold } from './erasure/holds.ts'
export { libraryCleared, photoDatesChanged, photoFactsChanged, photosMoved } from './events.ts'
export { nameCamera } from './facts/camera-name.ts'
export { readVariantLuminance } from './facts/read-variant.ts'
export { photoRefused } from './job-kinds.ts'
export { answerFromLibrary, readLibraryVersion } from './library-answers.ts'
export { findRunningLibraryMove } from './library-move/library-move.ts'
export { createBatchLoader, hasVariants } from './media/batch-loader.ts'
export { mountMediaRoute } from './media/media.ts'
export {
  createMediaAddressBuilder,
  createSignedAddressBuilder,
  getAddressExpiry,
} from './media/media-address.ts'
export { getModifiedTime } from './modified-time.ts'
export { findDamagedOriginals } from './originals/damaged-originals.ts'
export { eraseMissing, listMissingOriginals } from './originals/missing-originals.ts'
export {
  describeStripping,
  type OriginalForReader,
  openOriginal,
  readOriginal,
  readOriginalChecksum,
  toOriginalsForReader,
} from './originals/original-access.ts'
export { listOrphanOriginals, type OrphanOriginal } from './originals/orphan-originals.ts'
export { presentIndex, presentPage } from './pages.ts'
export { addPhoto, ingestPhotoAgain, moveToBin, type NewPhoto, restoreLockedPhotos } from './photos.ts'
export { createImagePresenter, presentImage } from './present.ts'
export {
  type CompiledFilter,
  compileFilter,
  type FilterLists,
  hasNameWord,
  isInPlaces,
} from './search/compile-filter.ts'
export { toDateOfYear } from './search/taken-ranges.ts'
export {
  type ComparedFacts,
  countLookedAt,
  findComparedFacts,
  listComparedFacts,
} from './store/compared-facts.ts'
export { type Deletion, findDeletionInstants, listDeletions } from './store/deletions.ts'
export { type FactsOfPhoto, findFailedPhotoIds, listPhotoFacts } from './store/fact-list.ts'
export {
  clearPlaces,
  countPlaces,
  findPlaceId,
  findUnplacedPhotos,
  listPlacesWithPhotos,
  listUnplacedPhotos,
  type PhotoPosition,
  removePlace,
  type UnplacedPhoto,
  updatePlaces,
} from './store/fact-places.ts'
export { listCameras, readFactsProgress } from './store/facts.ts'
export {
  countFound,
  countFoundByMonth,
  findYearSpan,
  listFoundIndex,
  listFoundPhotoIds,
  listFoundPhotos,
  listFoundPhotosOfMonth,
} from './store/found-photos.ts'
export { findFrequentMonth } from './store/frequent-month.ts'
export { type HeldPhoto, setHoldEnd, streamHeldPhotos } from './store/holds.ts'
export { countWaitingIngests, isAnyIngestWaiting, isIngestOfAccountWaiting } from './store/ingests.ts'
export { getLibrarySize, getLibrarySizes, type PhotoAmount } from './store/library-sizes.ts'
export {
  findPhotosByHash,
  lockPhotos,
  lockPhotosByHash,
  lockPhotosForShare,
  lockStoredPhotosForShare,
} from './store/locks.ts'
export { countPhotos, listAccountsWithPhotos, selectLibraryCounts } from './store/month-counts.ts'
export { toCalendarMonth, toMonthNumber, UNKNOWN_MONTH } from './store/order.ts'
export { isPhotoStored, sampleOriginals } from './store/originals.ts'
export {
  findAvailablePhotoIds,
  findPhotos,
  findPhotosOfAccounts,
  findSmallPhotoIds,
  findSortValues,
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
export { type TakenDate, toTakenColumns } from './taken-columns.ts'
export { getTimelineStart } from './timeline.ts'
export { createSidecar, type Sidecar } from './xmp-sidecar.ts'

/** Handlers of the photo jobs; 'photos.refused' and 'photos.library-cleared' are handled by uploads and exports. */
export const photoJobs: readonly JobRegistration<Context>[] = [
  handleJob(ingestPhotoJob, ingestPhotos),
  handleJob(ingestHeicJob, ingestPhotos),
  handleEach(erasePhotosJob, completeErasure),
  handleEach(moveLibraryJob, moveLibrary),
  handleJob(cleanUpPhotosJob, async (ctx, _payloads, signal) => {
    await advanceMark(ctx)
    await cleanUpPhotos(ctx, signal)
  }),
  handleJob(backfillFactsJob, (ctx, _payloads, signal) => backfillFacts(ctx, signal)),
  handleJob(removeOrphanBlobsJob, async (ctx, _payloads, signal) => {
    await sweepBlobs(ctx, signal)
  }),
]

export const photos = defineDomain({
  name: 'photos',
  dependsOn: ['customers'],
  tables: photoTables,
  routes: photoRoutes,
  mount: mountMedia,
  jobs: photoJobs,
  metrics: {
    counted: [backfilledFacts, ingestDuration, unreadableOriginals],
    sources: ctx => [ingestLagSource(ctx), latestSweepSource(ctx), backfillSource(ctx)],
  },
  commands: [blobsCommand, factsCommand],
  emits: [photosMoved, photoFactsChanged, photoDatesChanged, libraryCleared, photoRefused],
  eraseAccount: photoEraser,
})

async function ingestPhotos(ctx: Context, photos: PhotoRef[], signal: AbortSignal): Promise<void> {
  for (const photo of photos) await ingestPhoto(ctx, photo, signal)
}
