import type { FastifyReply, FastifyRequest } from 'fastify'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { Context } from '../../context.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { parseRange } from '../../platform/zip/index.ts'
import { findOrderedProducts } from '../orders/index.ts'
import { openContentPart } from './content-part.ts'
import { takeRangeTurn } from './range-turns.ts'
import { listProductFiles } from './store.ts'

/**
 * Sends the printable PDF of an ordered product, or a range of it (RFC 9110, 14.2), inflated while it is sent. The
 * strong ETag of its content lets an interrupted download resume. The same 404 for a product that is unknown, of
 * another account or without a PDF (AA-088).
 */
export async function answerPdf(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, productCode, origin }: { accountId: string; productCode: string; origin: string },
): Promise<void> {
  const files = await listProductFiles(ctx.db, accountId, productCode)
  const file = files.find(({ purpose }) => purpose === PRODUCT_PDF)
  const product = (await findOrderedProducts(ctx, accountId, origin, [productCode])).get(productCode)
  if (!file || !product) throw notFound('PDF')
  const blob = await ctx.blobs.stat(file.blob_key)
  if (!blob) {
    ctx.log.error({ product: productCode }, 'the file of a product PDF is missing')
    throw notFound('PDF')
  }
  const etag = `"${file.sha256}"`
  const range = parseRange(request.headers.range, readIfRange(request), etag, file.size)
  if (range.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`)
    throw new Failure('range-not-satisfiable', 'The PDF has no such bytes')
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.size - 1 }
  if (range.kind === 'part' && file.deflated) await takeRangeTurn(ctx, accountId, reply.raw)
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  reply.headers({
    'content-type': 'application/pdf',
    'content-length': end - start + 1,
    'content-disposition': formatContentDisposition('attachment', `${product.title}.pdf`),
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  reply.send(openContentPart(ctx.blobs, file, start, end))
}

const readIfRange = ({ headers }: FastifyRequest): string | undefined => [headers['if-range']].flat()[0]
