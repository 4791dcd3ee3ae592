import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { findBrandByChannel } from '#brands/index.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { type InvoicePreview, PREVIEWS_PER_MINUTE } from '#contract/retailer-invoices.ts'
import type { StateProblem } from '#contract/state-problem.ts'
import { type Context, change } from '../../context.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { Failure } from '../../http/failure.ts'
import type { ServiceCaller } from '../../http/route.ts'
import { lockRecipient } from '../customers/index.ts'
import { requireAttempt } from '../identity/index.ts'
import { checkFigures } from './check-figures.ts'
import { checkChannel } from './invoices.ts'
import { renderInvoice } from './pdf/render-invoice.ts'
import { toPdfName } from './pdf-name.ts'

/**
 * Sends the PDF that the invoice would have, and stores nothing. What the PUT refuses is refused; figures that do not
 * agree, and an invoice that cannot be drawn, are a bad request with their problems. Throws too-many-requests after
 * PREVIEWS_PER_MINUTE of a service; refused ones do not count.
 */
export async function sendPreview(
  ctx: Context,
  reply: FastifyReply,
  service: ServiceCaller,
  {
    accountId,
    version: _version,
    pdf: _pdf,
    availableFrom: _from,
    paymentStatus: _status,
    ...document
  }: InvoicePreview,
): Promise<void> {
  const customer = await change(ctx, tx => lockRecipient(tx, { accountId, service }))
  checkChannel(document.channel, customer.vendor)
  const problems = checkFigures(document)
  if (problems.length > 0) throw refuse('The figures do not agree', problems)
  await limitPreviews(ctx, service)
  const bytes = await tryRender(ctx, document)
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': formatContentDisposition('inline', toPdfName(document.number)),
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  reply.send(Buffer.from(bytes))
}

async function limitPreviews(ctx: Context, { name, tokenId }: ServiceCaller): Promise<void> {
  const limit = { name: 'invoice-preview', max: PREVIEWS_PER_MINUTE, minutes: 1 }
  await requireAttempt(ctx, limit, tokenId ?? name, 'Too many previews in a minute')
}

async function tryRender(ctx: Context, document: InvoiceDocument): Promise<Uint8Array> {
  const { channel, number } = document
  try {
    return await renderInvoice(document, findBrandByChannel(channel)!)
  } catch (error) {
    ctx.log.warn({ err: error, channel, number }, 'the preview of an invoice cannot be rendered')
    throw refuse('The invoice cannot be drawn', [
      { path: 'pdf', code: 'rendering-failed', severity: 'error' },
    ])
  }
}

function refuse(message: string, problems: readonly StateProblem[]): Failure {
  const fields = Object.fromEntries(problems.map(({ path, code }) => [path, code]))
  return new Failure('bad-request', message, { fields, problems })
}
