import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { findBrandByChannel } from '#brands/index.ts'
import { INVOICE_PDF_MAX_BYTES } from '#contract/retailer-invoices.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { readFileBody } from '../../http/read-file-body.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import type { Submission } from '../../http/submission.ts'
import { findInvoiceByReference, type InvoiceReference } from './store.ts'
import { storePdf } from './stored-pdf.ts'

/**
 * Stores the PDF in the body as that of an invoice that was announced with `pdf: supplied`. Idempotent for the same PDF;
 * another PDF is a conflict. A dry run stores nothing.
 */
export async function supplyPdf(
  ctx: Context,
  request: FastifyRequest,
  reference: InvoiceReference,
  { service, isDryRun }: Submission,
) {
  const bytes = await readPdfBody(request)
  const invoice = await findInvoiceByReference(ctx.db, reference)
  const vendor = findBrandByChannel(invoice?.channel ?? '')?.vendor
  if (!invoice || !mayAccessVendor(service, vendor ?? '')) throw notFound('Invoice')
  const isNewlyStored = await storeSuppliedPdf(ctx, invoice, bytes, isDryRun)
  return { id: invoice.invoice_id, stored: isNewlyStored, state: 'ready' as const }
}

/** Reads the body; throws bad-request unless it starts and ends like a PDF, so that a truncated file is refused. */
async function readPdfBody(request: FastifyRequest): Promise<Buffer> {
  const bytes = await readFileBody(request, INVOICE_PDF_MAX_BYTES, 'The PDF of an invoice')
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')
  if (!isPdf) throw new Failure('bad-request', 'The body is not a PDF', { fields: { body: 'not-valid' } })
  return bytes
}

/** Returns false when the same PDF was stored before. */
async function storeSuppliedPdf(
  ctx: Context,
  invoice: NonNullable<Awaited<ReturnType<typeof findInvoiceByReference>>>,
  bytes: Buffer,
  isDryRun: boolean,
): Promise<boolean> {
  if (invoice.pdf_source !== 'supplied' || invoice.failure !== null)
    throw new Failure('conflict', 'This invoice does not expect a PDF')
  if (invoice.state !== 'ready' && (isDryRun || (await storePdf(ctx, invoice, bytes)))) return true
  const currentInvoice = await findInvoiceByReference(ctx.db, invoice)
  if (currentInvoice?.sha256 !== createHash('sha256').update(bytes).digest('hex'))
    throw new Failure('conflict', 'This invoice has another PDF, or a newer version')
  return false
}
