import type { Context } from '../../context.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { erase } from './erasure/erase.ts'
import { sweep } from './erasure/sweep.ts'
import { ingest } from './ingest.ts'
import { erasePhotosJob, ingestPhoto, moveLibraryJob, sweepBlobs, tidyPhotos } from './job-kinds.ts'
import { moveLibrary } from './library-move/move-library.ts'
import { tidy } from './tidy.ts'

/** Photos whose sizes are made at the same time in one worker: decoding fills about two cores. */
const INGEST_TOGETHER = 2

/** Handlers of the photo jobs; 'photos.refused' and 'photos.library-cleared' are handled by uploads and exports. */
export const photoJobs: readonly JobRegistration<Context>[] = [
  handleJob(ingestPhoto, async (ctx, photos, signal) => {
    const queue = [...photos]
    const lane = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await ingest(ctx, next, signal)
    }
    await Promise.all(Array.from({ length: INGEST_TOGETHER }, lane))
  }),
  handleJob(erasePhotosJob, async (ctx, payloads) => {
    for (const payload of payloads) await erase(ctx, payload)
  }),
  handleJob(moveLibraryJob, async (ctx, moves, signal) => {
    for (const move of moves) await moveLibrary(ctx, move, signal)
  }),
  handleJob(tidyPhotos, (ctx, _payloads, signal) => tidy(ctx, signal)),
  handleJob(sweepBlobs, async (ctx, _payloads, signal) => {
    await sweep(ctx, signal)
  }),
]
