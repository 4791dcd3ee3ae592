import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import * as contract from '#contract/product-files.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import * as retailer from '#contract/retailer-product-files.ts'
import { type Context, memoizePerContext } from '../../context.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { readChanges } from '../../http/cursor.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { setVersionHeaders } from '../../http/version-headers.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { listRows } from '../../platform/db/rows.ts'
import { KeyedSemaphore } from '../../platform/fair-semaphore.ts'
import { parseRange } from '../../platform/zip/index.ts'
import { findOrderedProducts } from '../orders/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { type LocatedPdf, openContent } from './locate-pdf.ts'
import { listReadablePdfs } from './store.ts'
import type { ProductFilesTable } from './tables.ts'
import { createTooLargeFailure, upsertProductFile } from './upsert-product-file.ts'

const readIfRange = ({ headers }: FastifyRequest): string | undefined => [headers['if-range']].flat()[0]

/**
 * Ranges of deflated PDFs that a process sends to one account at a time. Each is inflated from the start of the PDF, and
 * holds memory as long as the client reads.
 */
const RANGES_PER_ACCOUNT = 4

const getTurns = memoizePerContext(() => new KeyedSemaphore(RANGES_PER_ACCOUNT))

export const productFileRoutes: readonly Route[] = [
  route(retailer.putProductFile, async call => {
    const { ctx, params, query, request } = call
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > retailer.PRODUCT_FILE_MAX_BYTES) throw createTooLargeFailure()
    await ctx.blobs.checkSpace(length)
    const { code: productCode, purpose } = params
    const { dryRun: _, ...sent } = query
    const reference = { kind: 'product-files', key: `${productCode}/${purpose}`, body: sent }
    return receiveSubmission(call, reference, submission =>
      upsertProductFile(ctx, { ...sent, productCode, purpose, submission }, request.raw),
    )
  }),

  route(retailer.getRetailerProductFile, call =>
    answerState(call, 'product-files', `${call.params.code}/${call.params.purpose}`),
  ),
  route(retailer.getRetailerProductFiles, call => answerStates(call, 'product-files')),

  route(contract.getProductFiles, async ({ ctx, caller: { accountId }, params: { code }, origin }) => {
    const products = await findOrderedProducts(ctx, accountId, origin, [code])
    const product = requireFound(products.get(code), 'Product')
    const files = await listRows(
      ctx.db,
      'product_files',
      { account_id: accountId, product_code: code },
      'purpose',
    )
    return {
      code,
      files: files.map(file => ({
        purpose: file.purpose,
        version: file.version,
        changedAt: findChange(file, product).toISOString(),
        createdAt: file.created_at.toISOString(),
        size: file.size,
        sha256: file.sha256,
      })),
    }
  }),

  route(contract.getProductPdf, ({ ctx, caller, params, origin, request, reply }) =>
    answerPdf(ctx, request, reply, { accountId: caller.accountId, productCode: params.code, origin }),
  ),

  route(contract.getProductPdfs, async ({ ctx, caller: { accountId, key }, query, origin }) => {
    const { rows: files, next } = await readChanges(
      ['product-pdfs', accountId],
      query,
      part => listReadablePdfs(ctx.db, accountId, part),
      {
        newest: ({ created_at, product_code }) => ({ at: created_at, id: product_code }),
        change: ({ readable_at, product_code }) => ({ at: readable_at, id: product_code }),
      },
    )
    const codes = files.map(({ product_code }) => product_code)
    const products = await findOrderedProducts(ctx, accountId, origin, codes)
    return {
      pdfs: files.flatMap(file => {
        const { product_code: code, version, created_at, size, sha256 } = file
        const product = products.get(code)
        if (!product) return []
        const { orderCode, title } = product
        const changedAt = findChange(file, product).toISOString()
        // Addresses of pictures open the whole library, which no scope of an API key does.
        const picture = key ? null : product.picture
        const createdAt = created_at.toISOString()
        return [{ code, orderCode, title, picture, version, changedAt, createdAt, size, sha256 }]
      }),
      cursor: next,
    }
  }),
]

/** Finds when a file last changed for its customer, who cannot read it before its order has arrived. */
const findChange = (
  { updated_at }: Pick<Selectable<ProductFilesTable>, 'updated_at'>,
  { receivedAt }: { receivedAt: Date },
): Date => (updated_at > receivedAt ? updated_at : receivedAt)

/**
 * Sends the printable PDF of an ordered product, or a range of it (RFC 9110, 14.2), inflated while it is sent. The
 * strong ETag of its content lets an interrupted download resume. The same 404 for a product that is unknown, of
 * another account or without a PDF.
 */
async function answerPdf(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, productCode, origin }: { accountId: string; productCode: string; origin: string },
): Promise<void> {
  const files = await listRows(
    ctx.db,
    'product_files',
    { account_id: accountId, product_code: productCode },
    'purpose',
  )
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
  setVersionHeaders(reply, { version: file.version, changedAt: findChange(file, product) })
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

/**
 * Opens the bytes `start`..`end` (both inclusive) of the inflated PDF. A deflated PDF is inflated from its start,
 * because deflate has no random access.
 */
function openContentPart(
  blobs: Blobs,
  file: LocatedPdf & { blob_key: string },
  start: number,
  end: number,
): Readable {
  if (start === 0 && end === file.size - 1) return openContent(blobs, file)
  if (file.deflated) return Readable.from(sliceBytes(openContent(blobs, file), start, end))
  return openContent(blobs, {
    ...file,
    content_start: file.content_start + start,
    content_length: end - start + 1,
  })
}

/** Yields the bytes `start`..`end`, and ends the stream after the last one. */
async function* sliceBytes(content: AsyncIterable<Buffer>, start: number, end: number) {
  let position = 0
  for await (const chunk of content) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position))
    position += chunk.length
    if (part.length > 0) yield part
    if (position > end) return
  }
}

/**
 * Waits for a turn of the account, which lasts until its response has ended or its connection is closed. Further ranges
 * wait for those of their own account only. Throws client-closed if the client leaves first.
 */
async function takeRangeTurn(ctx: Context, accountId: string, response: ServerResponse): Promise<void> {
  const closed = new AbortController()
  const ended = new Promise<void>(resolve => finished(response, () => resolve()))
  void ended.then(() => closed.abort(new Failure('client-closed', 'The client closed the connection')))
  const started = Promise.withResolvers<void>()
  getTurns(ctx)
    .run(accountId, closed.signal, () => {
      started.resolve()
      return ended
    })
    .catch(started.reject)
  await started.promise
}
