import type { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { Context } from '../../context.ts'
import { defineDomain, eraseRowsAndBlobs } from '../../domain.ts'
import { atMost, deleteRows, listFirstRows, listRows } from '../../platform/db/rows.ts'
import { type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import { findProductOrders } from '../orders/index.ts'
import { productFileStored } from './events.ts'
import { openContent } from './locate-pdf.ts'
import { productFileRoutes } from './routes.ts'
import { type ProductFilesTable, productFileTables } from './tables.ts'

export { productFileStored } from './events.ts'

const BATCH = 200

const productFileJobs: readonly JobRegistration<Context>[] = [
  runOnSchedule('product-files.sweep', '17 * * * *', removeUnusedBlobs, { leaseSeconds: 900 }),
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
    const due = { remove_at: atMost(ctx.clock.now()) }
    const rows = await listFirstRows(ctx.db, 'unused_product_blobs', due, BATCH, 'remove_at')
    const keys = rows.map(row => row.blob_key)
    if (keys.length === 0) return
    await ctx.blobs.remove(keys)
    await deleteRows(ctx.db, 'unused_product_blobs', { blob_key: keys })
  }
}

/** The printable PDF of an ordered product as a file. */
export interface ProductPdf {
  productCode: string
  /** Bytes as it is delivered. */
  size: number
  createdAt: Date
  file: Selectable<ProductFilesTable>
}

/**
 * Lists the PDFs of the account's ordered products, newest first; PDFs that arrived before their order are left out.
 */
export async function listPdfFiles(ctx: Context, accountId: string): Promise<ProductPdf[]> {
  const files = await listRows(
    ctx.db,
    'product_files',
    { account_id: accountId, purpose: PRODUCT_PDF },
    'created_at desc',
    'product_code',
  )
  const codes = files.map(({ product_code }) => product_code)
  const ordersByProduct = await findProductOrders(ctx.db, accountId, codes)
  return files
    .filter(({ product_code }) => ordersByProduct.has(product_code))
    .map(file => ({
      productCode: file.product_code,
      size: file.size,
      createdAt: file.created_at,
      file,
    }))
}

/** Opens a PDF at `start`: the offset, or 0 for a deflated PDF, which has no random access. */
export function openPdf(
  ctx: Context,
  { file }: ProductPdf,
  offset: number,
): { stream: Readable; start: number } {
  if (file.deflated) return { stream: openContent(ctx.blobs, file), start: 0 }
  const contentFromOffset = {
    ...file,
    content_start: file.content_start + offset,
    content_length: file.content_length - offset,
  }
  return { stream: openContent(ctx.blobs, contentFromOffset), start: offset }
}
