import type { FastifyReply } from 'fastify'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { Context } from '../../context.ts'
import { contentDisposition } from '../../http/content-disposition.ts'
import { notFound } from '../../http/failure.ts'
import { findOrderedProducts } from '../orders/index.ts'
import { openContent } from './locate-pdf.ts'
import { listProductFiles } from './store.ts'

/**
 * Sends the printable PDF of an ordered product, unpacked while it is sent. The same 404 for a product that is unknown or
 * of another account, and for one without a PDF (AA-088).
 */
export async function answerPdf(
  ctx: Context,
  reply: FastifyReply,
  { accountId, productCode, origin }: { accountId: string; productCode: string; origin: string },
): Promise<void> {
  const files = await listProductFiles(ctx.db, accountId, productCode)
  const file = files.find(({ purpose }) => purpose === PRODUCT_PDF)
  const product = (await findOrderedProducts(ctx, accountId, origin, [productCode])).get(productCode)
  if (!file || !product) throw notFound('PDF')
  const stored = await ctx.blobs.stat(file.blob_key)
  if (!stored) {
    ctx.log.error({ product: productCode }, 'the file of a product PDF is missing')
    throw notFound('PDF')
  }
  reply.headers({
    'content-type': 'application/pdf',
    'content-length': file.size,
    'content-disposition': contentDisposition('attachment', `${product.title}.pdf`),
    etag: `"${file.sha256}"`,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  reply.send(openContent(ctx.blobs, file))
}
