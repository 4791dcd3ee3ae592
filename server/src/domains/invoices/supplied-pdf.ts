import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SERVICES } from '#contract/endpoint.ts'
import { invoiceNumber } from '#contract/invoice-document.ts'
import { orderCode } from '#contract/retailer-orders.ts'
import type { Context } from '../../context.ts'
import { requireStorable } from '../../http/decode-body.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { findInvoiceByReference, type InvoiceReference } from './store.ts'
import { storePdf } from './stored-pdf.ts'

/** Most bytes of a PDF that the retailer supplies. */
const PDF_MAX = 20 * 1024 * 1024
const PREFIX = `${SERVICES.invoices}/retailer`

/**
 * Mounts the calls by which the retailer supplies the PDF of an invoice that was announced with `pdf: supplied`. They are
 * not in the contract because their body is not JSON. Idempotent for the same PDF; another PDF is a conflict.
 */
export async function mountSuppliedPdfs(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/pdf',
      { parseAs: 'buffer', bodyLimit: PDF_MAX },
      (_request, bytes, done) => done(null, bytes),
    )
    const config = { policy: 'service' } as const
    scope.put(`${PREFIX}/invoices/:number/:channel/pdf`, { config, bodyLimit: PDF_MAX }, request =>
      supplyPdf(ctx, parseReference(request), readPdfBody(request)),
    )
    scope.put(`${PREFIX}/groups/:id/pdf`, { config, bodyLimit: PDF_MAX }, request =>
      supplyPdf(ctx, { groupId: parseParam(request, 'id', orderCode) }, readPdfBody(request)),
    )
  })
}

function parseReference(request: FastifyRequest): InvoiceReference {
  requireStorable(request.params)
  const { channel } = request.params as { channel: string }
  return { number: parseParam(request, 'number', invoiceNumber), channel }
}

function parseParam(request: FastifyRequest, name: string, schema: typeof orderCode): string {
  const parsed = schema.safeParse((request.params as Record<string, string>)[name])
  if (!parsed.success)
    throw new Failure('bad-request', `Not valid: ${name}`, { fields: { [name]: 'not-valid' } })
  return parsed.data
}

/** Reads the body; throws bad-request unless it starts and ends like a PDF, so that a truncated file is refused. */
function readPdfBody({ body }: FastifyRequest): Buffer {
  const isPdf =
    Buffer.isBuffer(body) &&
    body.subarray(0, 5).toString('latin1') === '%PDF-' &&
    body.subarray(-1024).includes('%%EOF')
  if (!isPdf) throw new Failure('bad-request', 'The body is not a PDF', { fields: { body: 'not-valid' } })
  return body
}

async function supplyPdf(ctx: Context, reference: InvoiceReference, bytes: Buffer) {
  const invoice = await findInvoiceByReference(ctx.db, reference)
  if (!invoice) throw notFound('Invoice')
  const isNewlyStored = await storeSuppliedPdf(ctx, invoice, bytes)
  return { id: invoice.invoice_id, stored: isNewlyStored, state: 'ready' }
}

/** Returns false when the same PDF was stored before. */
async function storeSuppliedPdf(
  ctx: Context,
  invoice: NonNullable<Awaited<ReturnType<typeof findInvoiceByReference>>>,
  bytes: Buffer,
): Promise<boolean> {
  if (invoice.pdf_source !== 'supplied' || invoice.failure !== null)
    throw new Failure('conflict', 'This invoice does not expect a PDF')
  if (invoice.state !== 'ready' && (await storePdf(ctx, invoice, bytes))) return true
  const currentInvoice = await findInvoiceByReference(ctx.db, invoice)
  if (currentInvoice?.sha256 !== createHash('sha256').update(bytes).digest('hex'))
    throw new Failure('conflict', 'This invoice has another PDF, or a newer version')
  return false
}
