import * as contract from '#contract/invoices.ts'
import * as documents from '#contract/order-documents.ts'
import * as retailer from '#contract/retailer-invoices.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { filterOwnOrders } from '../orders/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { planArchive } from './archive.ts'
import { buildArchiveAddress } from './archive-file.ts'
import { retryRendering, upsertInvoice, upsertInvoiceGroup } from './invoices.ts'
import { answerPdf } from './pdf-file.ts'
import { presentDocument, presentInvoices } from './present.ts'
import { sendPreview } from './preview.ts'
import { describeInvoiceGroups, describeInvoices, toInvoiceKey } from './retailer-states.ts'
import { findInvoice, type InvoiceReference, listInvoices, listInvoicesOfOrder } from './store.ts'
import { supplyPdf } from './supplied-pdf.ts'

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
    answerState(call, 'invoices', toInvoiceKey({ ...call.params, ...call.query }), describeInvoices),
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

  route(contract.getHistoricalInvoices, async ({ ctx, caller }) => {
    const rows = await listInvoices(ctx.db, caller.accountId)
    return { historicalInvoices: await presentInvoices(ctx.db, caller.accountId, rows) }
  }),
  route(contract.getInvoicePdf, ({ ctx, caller, params, reply }) =>
    answerPdf(ctx, reply, caller.accountId, { invoiceId: params.id, channel: params.channel }),
  ),
  route(contract.getInvoiceGroupFile, ({ ctx, caller, params, reply }) =>
    answerPdf(ctx, reply, caller.accountId, { groupId: params.id }),
  ),
  route(documents.getOrderDocuments, async ({ ctx, caller: { accountId }, query: { orderCode } }) => {
    const [order] = await filterOwnOrders(ctx.db, accountId, [orderCode])
    if (order === undefined) throw notFound('Order')
    return { documents: (await listInvoicesOfOrder(ctx.db, accountId, order)).map(presentDocument) }
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
    const url = buildArchiveAddress(ctx, { accountId, period, readyUntil }, origin)
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
  const invoice = await findInvoice(ctx.db, accountId, invoiceId)
  if (!invoice) throw notFound('Invoice')
  await retryRendering(ctx, invoice)
  const [presentedInvoice] = await presentInvoices(
    ctx.db,
    accountId,
    await listInvoices(ctx.db, accountId, invoiceId),
  )
  if (!presentedInvoice) throw notFound('Invoice')
  return presentedInvoice
}
