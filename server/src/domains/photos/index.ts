import { type Context, change } from '../../context.ts'
import { defineDomain } from '../../domain.ts'
import { handleEach, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { advanceMark } from './blob-sweep/blob-store-owner.ts'
import { blobsCommand } from './blob-sweep/command.ts'
import { sweepBlobs } from './blob-sweep/sweep-blobs.ts'
import { photoCase } from './case-lines.ts'
import { completeErasure } from './erasure/complete-erasure.ts'
import { photoEraser } from './erasure/erase-library.ts'
import { eraseRequested, erasureUndo } from './erasure/erase-requested.ts'
import { libraryCleared, photoDatesChanged, photoFactsChanged, photosMoved } from './events.ts'
import { backfillFacts } from './facts/backfill.ts'
import { factsCommand } from './facts/command.ts'
import { ingestPhoto } from './ingest.ts'
import { resendLostIngests } from './ingest-queue.ts'
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
import { startErasure } from './photos.ts'
import { photoRoutes } from './routes.ts'
import {
  deleteOldTombstones,
  listPhotosToErase,
  listUnfinishedErasures,
  lockPhotosToErase,
} from './store/erasure.ts'
import { listStuckMoves } from './store/library-moves.ts'
import { photoTables } from './tables.ts'
import { deletionUndo } from './undo-deletion.ts'

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
export { hasVariants, mountMediaRoute } from './media/media.ts'
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
export { findDeletionInstants } from './store/deletions.ts'
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
export { type HeldPhoto, setHoldEnd, streamHeldPhotos } from './store/holds.ts'
export { countWaitingIngests, isAnyIngestWaiting, isIngestOfAccountWaiting } from './store/ingests.ts'
export { findLibraryMove, type MoveRow } from './store/library-moves.ts'
export {
  findStoredBytes,
  getLibrarySize,
  getLibrarySizes,
  lockStoredBytes,
  type PhotoAmount,
} from './store/library-sizes.ts'
export {
  findPhotosByHash,
  lockPhotos,
  lockPhotosByHash,
  lockPhotosForShare,
  lockStoredPhotosForShare,
} from './store/locks.ts'
export {
  countPhotos,
  findFrequentMonth,
  listAccountsWithPhotos,
  selectLibraryCounts,
} from './store/month-counts.ts'
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
  dependsOn: ['journal', 'customers', 'identity'],
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
  undo: [deletionUndo, erasureUndo],
  caseLines: photoCase,
  eraseAccount: photoEraser,
})

async function ingestPhotos(ctx: Context, photos: PhotoRef[], signal: AbortSignal): Promise<void> {
  for (const photo of photos) await ingestPhoto(ctx, photo, signal)
}

const BATCH = 500
const TOMBSTONE_BATCH = 5000
const STUCK_MS = 10 * 60_000
/** How long after an erasure a client may repeat the deletion, for example from an offline queue. */
const TOMBSTONE_MS = 30 * 86_400_000

/** Erases photos whose days in the bin are over and resends jobs that crashed processes lost. */
export async function cleanUpPhotos(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await startDueErasures(ctx)) === BATCH) {}
  await eraseRequested(ctx, signal)
  while (!signal.aborted && (await deleteTombstones(ctx)) === TOMBSTONE_BATCH) {}
  await retryErasures(ctx)
  await resendLostIngests(ctx, getStuckBefore(ctx))
  await retryMoves(ctx)
}

async function startDueErasures(ctx: Context): Promise<number> {
  const deletedBefore = new Date(ctx.clock.now().getTime() - ctx.config.binDays * 86_400_000)
  const duePhotos = await listPhotosToErase(ctx.db, deletedBefore, BATCH)
  let startedErasures = 0
  for (const [accountId, photos] of Map.groupBy(duePhotos, photo => photo.account_id)) {
    const photoIds = photos.map(photo => photo.photo_id)
    startedErasures += await change(ctx, async tx => {
      const lockedPhotos = await lockPhotosToErase(tx, accountId, photoIds, deletedBefore)
      await startErasure(ctx, tx, accountId, lockedPhotos)
      return lockedPhotos.length
    })
  }
  return startedErasures
}

function deleteTombstones(ctx: Context): Promise<number> {
  const erasedBefore = new Date(ctx.clock.now().getTime() - TOMBSTONE_MS)
  return deleteOldTombstones(ctx.db, erasedBefore, TOMBSTONE_BATCH)
}

async function retryErasures(ctx: Context): Promise<void> {
  const rows = await listUnfinishedErasures(ctx.db, getStuckBefore(ctx), ctx.clock.now(), BATCH)
  const payloads = [...Map.groupBy(rows, row => row.account_id)].map(([accountId, photos]) => ({
    accountId,
    photoIds: photos.map(photo => photo.photo_id),
  }))
  await change(ctx, tx => ctx.jobs.send(tx, erasePhotosJob, payloads))
}

async function retryMoves(ctx: Context): Promise<void> {
  const rows = await listStuckMoves(ctx.db, getStuckBefore(ctx), BATCH)
  const payloads = rows.map(row => ({ accountId: row.account_id, moveId: row.move_id }))
  await change(ctx, tx => ctx.jobs.send(tx, moveLibraryJob, payloads))
}

const getStuckBefore = (ctx: Context) => new Date(ctx.clock.now().getTime() - STUCK_MS)
