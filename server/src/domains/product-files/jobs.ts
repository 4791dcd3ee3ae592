import type { Context } from '../../context.ts'
import { defineJob, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { deleteUnusedBlobs, listRemovableBlobs } from './store.ts'

/** Removes bytes of files that were replaced, or whose process died while it received them. */
const removeUnusedProductBlobs = defineJob<Record<string, never>>('product-files.sweep', {
  schedule: '17 * * * *',
  leaseSeconds: 900,
})

const BATCH = 200

export const productFileJobs: readonly JobRegistration<Context>[] = [
  handleJob(removeUnusedProductBlobs, async (ctx, _payloads, signal) => removeUnusedBlobs(ctx, signal)),
]

/** The bytes before their rows: a process that dies in between repeats it. */
export async function removeUnusedBlobs(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const keys = await listRemovableBlobs(ctx.db, ctx.clock.now(), BATCH)
    if (keys.length === 0) return
    await ctx.blobs.remove(keys)
    await deleteUnusedBlobs(ctx.db, keys)
  }
}
