import { type Context, change } from '../../context.ts'
import { type AccountEraser, defineDomain } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { defineJob, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { listBlobKeys } from './blob-keys.ts'
import { productFileStored } from './events.ts'
import { productFileRoutes } from './routes.ts'
import { deleteUnusedBlobs, getAccountRowsSql, listRemovableBlobs } from './store.ts'
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

/** Removes blobs, then rows. A file that is being received is refused at its end, and its bytes are removed. */
const productFileEraser: AccountEraser = {
  count: async (ctx, accountId) => ({
    ...(await countAccountRows(ctx.db, getAccountRowsSql(accountId))),
    'files of products': (await listBlobKeys(ctx, accountId)).length,
  }),
  async erase(ctx, { accountId }) {
    await ctx.blobs.remove(await listBlobKeys(ctx, accountId))
    await change(ctx, tx => deleteAccountRows(tx.db, getAccountRowsSql(accountId)))
  },
}

/** PDFs of ordered products, as the retailer sends them. */
export const productFiles = defineDomain({
  name: 'product-files',
  dependsOn: ['services', 'customers', 'orders'],
  tables: productFileTables,
  routes: productFileRoutes,
  jobs: productFileJobs,
  emits: [productFileStored],
  eraseAccount: productFileEraser,
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
