import type { Readable } from 'node:stream'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { Context } from '../../context.ts'
import { findProductOrders } from '../orders/index.ts'
import { openContent } from './locate-pdf.ts'
import { listFilesOfPurpose, type ProductFileRow } from './store.ts'

/** The printable PDF of an ordered product as a file. */
export interface ProductPdf {
  productCode: string
  /** Bytes as it is delivered. */
  size: number
  createdAt: Date
  file: ProductFileRow
}

/**
 * Lists the PDFs of the account's ordered products, newest first; PDFs that arrived before their order are left out.
 */
export async function listPdfFiles(ctx: Context, accountId: string): Promise<ProductPdf[]> {
  const files = await listFilesOfPurpose(ctx.db, accountId, PRODUCT_PDF)
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
