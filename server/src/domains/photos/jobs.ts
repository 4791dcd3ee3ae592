import type { Context } from '../../context.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { sweepBlobs } from './blob-sweep/sweep-blobs.ts'
import { cleanUpPhotos } from './clean-up.ts'
import { completeErasure } from './erasure/complete-erasure.ts'
import { ingestPhoto } from './ingest.ts'
import {
  cleanUpPhotosJob,
  erasePhotosJob,
  ingestPhotoJob,
  moveLibraryJob,
  removeOrphanBlobsJob,
} from './job-kinds.ts'
import { moveLibrary } from './library-move/move-library.ts'

/** Photos ingested in parallel per worker: decoding uses about two cores. */
const INGEST_CONCURRENCY = 2

/** Handlers of the photo jobs; 'photos.refused' and 'photos.library-cleared' are handled by uploads and exports. */
export const photoJobs: readonly JobRegistration<Context>[] = [
  handleJob(ingestPhotoJob, async (ctx, photos, signal) => {
    const queue = [...photos]
    const runLane = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await ingestPhoto(ctx, next, signal)
    }
    await Promise.all(Array.from({ length: INGEST_CONCURRENCY }, runLane))
  }),
  handleJob(erasePhotosJob, async (ctx, payloads) => {
    for (const payload of payloads) await completeErasure(ctx, payload)
  }),
  handleJob(moveLibraryJob, async (ctx, moves, signal) => {
    for (const move of moves) await moveLibrary(ctx, move, signal)
  }),
  handleJob(cleanUpPhotosJob, (ctx, _payloads, signal) => cleanUpPhotos(ctx, signal)),
  handleJob(removeOrphanBlobsJob, async (ctx, _payloads, signal) => {
    await sweepBlobs(ctx, signal)
  }),
]
