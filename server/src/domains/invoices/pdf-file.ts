import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { notFound } from '../../http/failure.ts'
import { toPdfName } from './pdf-name.ts'
import { findPdf, type PdfReference } from './store.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Sends the PDF of an invoice of the account. The same 404 for an invoice that is unknown, of another account, of another
 * channel or not ready (AA-085, AA-086).
 */
export async function answerPdf(
  ctx: Context,
  reply: FastifyReply,
  accountId: string,
  reference: PdfReference,
): Promise<void> {
  const isValid = 'groupId' in reference || UUID.test(reference.invoiceId)
  const pdf = isValid ? await findPdf(ctx.db, accountId, reference) : undefined
  if (!pdf) throw notFound('Invoice')
  const bytes = await buffer(ctx.blobs.read(pdf.blob_key))
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': formatContentDisposition('attachment', toPdfName(pdf.number)),
    etag: `"${pdf.sha256}"`,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  reply.send(bytes)
}
