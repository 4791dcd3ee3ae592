import type { Context } from '../../context.ts'
import { defineJob, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { deleteUnusedBlobs, listRemovableBlobs } from './store.ts'

/** Removes blobs of replaced files, and of files whose process died while receiving them. */
const removeUnusedProductBlobs = defineJob<Record<string, never>>('product-files.sweep', {
  schedule: '17 * * * *',
  leaseSeconds: 900,
})

const BATCH = 200

export const productFileJobs: readonly JobRegistration<Context>[] = [
  handleJob(removeUnusedProductBlobs, async (ctx, _payloads, signal) => removeUnusedBlobs(ctx, signal)),
]

/** Removes blobs before their rows, so that a run after a crash repeats both steps. */
export async function removeUnusedBlobs(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const keys = await listRemovableBlobs(ctx.db, ctx.clock.now(), BATCH)
    if (keys.length === 0) return
    await ctx.blobs.remove(keys)
    await deleteUnusedBlobs(ctx.db, keys)
  }
}
