import type { Context } from '../../context.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { advanceMark } from './blob-sweep/blob-store-owner.ts'
import { sweepBlobs } from './blob-sweep/sweep-blobs.ts'
import { cleanUpPhotos } from './clean-up.ts'
import { completeErasure } from './erasure/complete-erasure.ts'
import { backfillFacts } from './facts/backfill.ts'
import { ingestPhoto } from './ingest.ts'
import {
  backfillFactsJob,
  cleanUpPhotosJob,
  erasePhotosJob,
  ingestHeicJob,
  ingestPhotoJob,
  moveLibraryJob,
  type PhotoRef,
  removeOrphanBlobsJob,
} from './job-kinds.ts'
import { moveLibrary } from './library-move/move-library.ts'

/** Handlers of the photo jobs; 'photos.refused' and 'photos.library-cleared' are handled by uploads and exports. */
export const photoJobs: readonly JobRegistration<Context>[] = [
  handleJob(ingestPhotoJob, ingestPhotos),
  handleJob(ingestHeicJob, ingestPhotos),
  handleJob(erasePhotosJob, async (ctx, payloads) => {
    for (const payload of payloads) await completeErasure(ctx, payload)
  }),
  handleJob(moveLibraryJob, async (ctx, moves, signal) => {
    for (const move of moves) await moveLibrary(ctx, move, signal)
  }),
  handleJob(cleanUpPhotosJob, async (ctx, _payloads, signal) => {
    await advanceMark(ctx)
    await cleanUpPhotos(ctx, signal)
  }),
  handleJob(backfillFactsJob, (ctx, _payloads, signal) => backfillFacts(ctx, signal)),
  handleJob(removeOrphanBlobsJob, async (ctx, _payloads, signal) => {
    await sweepBlobs(ctx, signal)
  }),
]

async function ingestPhotos(ctx: Context, photos: PhotoRef[], signal: AbortSignal): Promise<void> {
  for (const photo of photos) await ingestPhoto(ctx, photo, signal)
}
