import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findBrandByChannel } from '#brands/index.ts'
import type { HistoricalInvoice } from '#contract/invoices.ts'
import * as contract from '#contract/invoices.ts'
import type { OrderDocument } from '#contract/order-documents.ts'
import * as documents from '#contract/order-documents.ts'
import * as retailer from '#contract/retailer-invoices.ts'
import { INVOICE_PDF_MAX_BYTES } from '#contract/retailer-invoices.ts'
import type { Context, Reader } from '../../context.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { readChanges } from '../../http/cursor.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { readFileBody } from '../../http/read-file-body.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import { receiveSubmission, type Submission } from '../../http/submission.ts'
import { setVersionHeaders } from '../../http/version-headers.ts'
import { filterOwnOrders } from '../orders/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { archiveZips, planArchive } from './archive.ts'
import { type Credits, findPaymentStatus, loadCredits } from './credits.ts'
import { canRetry, retryRendering, upsertInvoice, upsertInvoiceGroup } from './invoices.ts'
import { toPdfName } from './pdf-name.ts'
import { sendPreview } from './preview.ts'
import { describeInvoiceGroups, describeInvoices, describeInvoicesWithOrders } from './retailer-states.ts'
import {
  findInvoice,
  findInvoiceByReference,
  findPdf,
  type InvoiceReference,
  type ListedInvoice,
  listInvoicePart,
  listInvoices,
  type PdfReference,
  toInvoiceKey,
} from './store.ts'
import { storePdf } from './stored-pdf.ts'

const presentVersion = ({ version, updated_at }: Pick<ListedInvoice, 'version' | 'updated_at'>) => ({
  version,
  changedAt: updated_at.toISOString(),
})

/** Returns the wire form of a document of an order. */
const presentDocument = ({ state, available_from, ...invoice }: ListedInvoice): OrderDocument => ({
  id: invoice.invoice_id,
  number: invoice.number,
  ...presentVersion(invoice),
  kind: invoice.kind,
  date: invoice.issue_date,
  amount: Number(invoice.amount),
  currency: invoice.currency,
  state,
  ...(state === 'announced' && available_from ? { availableFrom: available_from.toISOString() } : {}),
  orderCodes: invoice.orders,
  corrects: invoice.corrects.map(({ number }) => number),
})

/** Where an invoice is in its lists. */
const LOCATE = {
  newest: (row: ListedInvoice) => ({ at: new Date(row.issue_date), id: toInvoiceKey(row) }),
  change: (row: ListedInvoice) => ({ at: row.updated_at, id: toInvoiceKey(row) }),
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const invoiceRoutes: readonly Route[] = [
  route(retailer.putInvoice, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'invoices', key: toInvoiceKey({ ...params, ...body }) }
    return receiveSubmission(call, reference, sent => upsertInvoice(ctx, params.number, body, sent))
  }),
  route(retailer.putInvoiceGroup, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'invoice-groups', key: params.id }
    return receiveSubmission(call, reference, sent => upsertInvoiceGroup(ctx, params.id, body, sent))
  }),
  route(retailer.previewInvoice, ({ ctx, body, request, reply }) =>
    sendPreview(ctx, reply, request.service!, body),
  ),
  route(retailer.getRetailerInvoice, call =>
    answerState(
      call,
      'invoices',
      toInvoiceKey({ ...call.params, ...call.query }),
      describeInvoicesWithOrders,
    ),
  ),
  route(retailer.getRetailerInvoices, call => answerStates(call, 'invoices', describeInvoices)),
  route(retailer.getRetailerInvoiceGroup, call =>
    answerState(call, 'invoice-groups', call.params.id, describeInvoiceGroups),
  ),
  route(retailer.getRetailerInvoiceGroups, call =>
    answerStates(call, 'invoice-groups', describeInvoiceGroups),
  ),

  route(retailer.putInvoicePdf, call => receivePdf(call, call.params)),
  route(retailer.putInvoiceGroupPdf, call => receivePdf(call, { groupId: call.params.id })),

  route(contract.getHistoricalInvoices, async ({ ctx, caller: { accountId }, query }) => {
    const { rows, next } = await readChanges(
      ['invoices', accountId],
      query,
      part => listInvoicePart(ctx.db, accountId, part),
      LOCATE,
    )
    return { historicalInvoices: await presentInvoices(ctx.db, accountId, rows), cursor: next }
  }),
  route(contract.getInvoicePdf, ({ ctx, caller, params, reply }) =>
    answerPdf(ctx, reply, caller.accountId, { invoiceId: params.id, channel: params.channel }),
  ),
  route(contract.getInvoiceGroupFile, ({ ctx, caller, params, reply }) =>
    answerPdf(ctx, reply, caller.accountId, { groupId: params.id }),
  ),
  route(documents.getOrderDocuments, async ({ ctx, caller: { accountId }, query }) => {
    const { orderCode, ...page } = query
    if (orderCode !== undefined && !(await filterOwnOrders(ctx.db, accountId, [orderCode])).has(orderCode))
      throw notFound('Order')
    const { rows, next } = await readChanges(
      ['documents', accountId, orderCode ?? ''],
      page,
      part => listInvoicePart(ctx.db, accountId, { ...part, orderCode, isOldestFirst: true }),
      LOCATE,
    )
    return { documents: rows.map(presentDocument), cursor: next }
  }),
  route(documents.getOrderDocumentPdf, ({ ctx, caller, params, reply }) =>
    answerPdf(ctx, reply, caller.accountId, { invoiceId: params.id }),
  ),
  route(contract.retryInvoice, ({ ctx, caller, params }) =>
    retryAndPresent(ctx, caller.accountId, params.id),
  ),
  route(contract.getInvoiceArchiveUrl, async ({ ctx, caller, params: { period }, origin }) => {
    const readyUntil = ctx.clock.now()
    const { accountId } = caller
    const { plan, invoicesCount } = await planArchive(ctx, accountId, period, readyUntil)
    const url = archiveZips.sign(ctx, origin, [accountId, period, String(readyUntil.getTime())])
    return { url, invoicesCount, size: plan.length }
  }),
]

const receivePdf = (
  call: Pick<Call<typeof retailer.putInvoicePdf>, 'ctx' | 'request' | 'query'>,
  reference: InvoiceReference,
) =>
  receiveSubmission(call, { kind: 'invoice-pdfs', key: JSON.stringify(reference), body: {} }, sent =>
    supplyPdf(call.ctx, call.request, reference, sent),
  )

async function retryAndPresent(
  ctx: Context,
  accountId: string,
  invoiceId: string,
): Promise<contract.HistoricalInvoice> {
  const invoice = requireFound(await findInvoice(ctx.db, accountId, invoiceId), 'Invoice')
  await retryRendering(ctx, invoice)
  const [presentedInvoice] = await presentInvoices(
    ctx.db,
    accountId,
    await listInvoices(ctx.db, accountId, invoiceId),
  )
  if (!presentedInvoice) throw notFound('Invoice')
  return presentedInvoice
}

/**
 * Sends the PDF of an invoice of the account. The same 404 for an invoice that is unknown, of another account, of another
 * channel or not ready.
 */
async function answerPdf(
  ctx: Context,
  reply: FastifyReply,
  accountId: string,
  reference: PdfReference,
): Promise<void> {
  const isValid = 'groupId' in reference || UUID.test(reference.invoiceId)
  const pdf = requireFound(isValid ? await findPdf(ctx.db, accountId, reference) : undefined, 'Invoice')
  const bytes = await buffer(ctx.blobs.read(pdf.blob_key))
  setVersionHeaders(reply, { version: pdf.version, changedAt: pdf.updated_at })
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': formatContentDisposition('attachment', toPdfName(pdf.number)),
    etag: `"${pdf.sha256}"`,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  reply.send(bytes)
}

/**
 * Stores the PDF in the body as that of an invoice that was announced with `pdf: supplied`. Idempotent for the same PDF;
 * another PDF is a conflict. A dry run stores nothing.
 */
async function supplyPdf(
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

/** Returns the wire form of the account's invoices; orders that have not arrived yet are marked as unknown. */
async function presentInvoices(
  db: Reader,
  accountId: string,
  invoices: readonly ListedInvoice[],
): Promise<HistoricalInvoice[]> {
  const codes = [...new Set(invoices.flatMap(({ orders }) => orders))]
  const knownCodes = await filterOwnOrders(db, accountId, codes)
  const credits = await loadCredits(db, accountId)
  return invoices.map(invoice => presentInvoice(invoice, knownCodes, credits))
}

function presentInvoice(
  invoice: ListedInvoice,
  knownCodes: ReadonlySet<string>,
  credits: Credits,
): HistoricalInvoice {
  const { state, available_from } = invoice
  return {
    id: invoice.invoice_id,
    invoiceNumber: invoice.number,
    ...presentVersion(invoice),
    kind: invoice.kind,
    date: invoice.issue_date,
    amount: Number(invoice.amount),
    currency: invoice.currency,
    status: state,
    channel: invoice.channel,
    ...(invoice.group_id === null ? {} : { invoiceGroupId: invoice.group_id }),
    orders: invoice.orders.map(code => ({ code, isKnown: knownCodes.has(code) })),
    corrects: invoice.corrects.map(({ number }) => number),
    ...(state === 'announced' && available_from ? { availableFrom: available_from.toISOString() } : {}),
    paymentStatus: findPaymentStatus(invoice, credits),
    ...(invoice.sha256 !== null && { sha256: invoice.sha256 }),
    canRetry: canRetry(invoice),
  }
}
