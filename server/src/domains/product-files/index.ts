import type { Context } from '../../context.ts'
import { defineDomain } from '../../domain.ts'
import { defineJob, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { productFileStored } from './events.ts'
import { productFileRoutes } from './routes.ts'
import { deleteUnusedBlobs, listRemovableBlobs } from './store.ts'
import { productFileTables } from './tables.ts'

export { productFileStored } from './events.ts'
export { listPdfFiles, openPdf, type ProductPdf } from './pdf-files.ts'

/** Removes blobs of replaced files, and of files whose process died while receiving them. */
const removeUnusedProductBlobs = defineJob<Record<string, never>>('product-files.sweep', {
  schedule: '17 * * * *',
  leaseSeconds: 900,
})

const BATCH = 200

const productFileJobs: readonly JobRegistration<Context>[] = [
  handleJob(removeUnusedProductBlobs, async (ctx, _payloads, signal) => removeUnusedBlobs(ctx, signal)),
]

/** PDFs of ordered products, as the retailer sends them. */
export const productFiles = defineDomain({
  name: 'product-files',
  dependsOn: ['services', 'customers', 'orders'],
  tables: productFileTables,
  routes: productFileRoutes,
  jobs: productFileJobs,
  emits: [productFileStored],
  // A file that is being received is refused at its end, and its bytes are removed.
  eraseAccount: eraseRowsAndBlobs(productFileTables, accountId => `${accountId}/product-files/`),
})

/** Removes blobs before their rows, so that a run after a crash repeats both steps. */
export async function removeUnusedBlobs(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const keys = await listRemovableBlobs(ctx.db, ctx.clock.now(), BATCH)
    if (keys.length === 0) return
    await ctx.blobs.remove(keys)
    await deleteUnusedBlobs(ctx.db, keys)
  }
}
