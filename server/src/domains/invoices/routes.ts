import * as contract from '#contract/invoices.ts'
import * as retailer from '#contract/retailer-invoices.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { planArchive } from './archive.ts'
import { buildArchiveAddress } from './archive-file.ts'
import { retryRendering, upsertInvoice, upsertInvoiceGroup } from './invoices.ts'
import { answerPdf } from './pdf-file.ts'
import { presentInvoices } from './present.ts'
import { findInvoice, listInvoices } from './store.ts'
import { supplyPdf } from './supplied-pdf.ts'

export const invoiceRoutes: readonly Route[] = [
  route(retailer.putInvoice, ({ ctx, params, body }) => upsertInvoice(ctx, params.number, body)),
  route(retailer.putInvoiceGroup, ({ ctx, params, body }) => upsertInvoiceGroup(ctx, params.id, body)),

  route(retailer.putInvoicePdf, ({ ctx, params, request }) => supplyPdf(ctx, request, params)),
  route(retailer.putInvoiceGroupPdf, ({ ctx, params, request }) =>
    supplyPdf(ctx, request, { groupId: params.id }),
  ),

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
