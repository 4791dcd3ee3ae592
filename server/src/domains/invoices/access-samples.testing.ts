import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { change } from '../../context.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { invoiceForTests, invoiceGroupForTests } from './invoices.testing.ts'
import { upsertInvoice, upsertInvoiceGroup } from './invoices.ts'
import { findInvoice, setState } from './store.ts'

const INVOICES = SERVICES.invoices
const CHANNEL = 'KEEPSAKE-GB'
const PDF = '%PDF-1.7\n%%EOF\n'
const PDF_HEADERS = { 'content-type': 'application/pdf' }

/** An invoice and a collective invoice with their PDFs, and an invoice whose rendering failed. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, { accountId }, { order }) {
    const { ctx } = server
    const [invoice, failed] = [`I-${order}`.slice(0, 20), `F-${order}`.slice(0, 20)]
    const invoiceGroup = `G-${order}`
    const { id } = await upsertInvoice(ctx, invoice, invoiceForTests(accountId, { orders: [order!] }))
    await upsertInvoiceGroup(ctx, invoiceGroup, invoiceGroupForTests(accountId, { number: `C-${invoice}` }))
    const { id: failedId } = await upsertInvoice(ctx, failed, invoiceForTests(accountId, { pdf: 'supplied' }))
    const supplied = `S-${order}`.slice(0, 20)
    await upsertInvoice(ctx, supplied, invoiceForTests(accountId, { pdf: 'supplied' }))
    const suppliedGroup = `SG-${order}`
    await upsertInvoiceGroup(
      ctx,
      suppliedGroup,
      invoiceGroupForTests(accountId, { number: `C-${supplied}`, pdf: 'supplied' }),
    )
    await server.idle()
    const row = (await findInvoice(ctx.db, accountId, failedId))!
    const columns = { state: 'failed', failure: 'rendering', updated_at: ctx.clock.now() } as const
    await change(ctx, tx => setState(tx, row, columns))
    return {
      invoice: id,
      failedInvoice: failedId,
      invoiceGroup,
      suppliedInvoice: supplied,
      suppliedGroup,
      newInvoice: `N-${randomUUID()}`.slice(0, 20),
    }
  },
  calls: {
    [`GET ${INVOICES}/api/v1/HistoricalInvoice/me/pdf/:id/:channel`]: ({ invoice }) => ({
      params: [invoice, CHANNEL],
    }),
    [`GET ${INVOICES}/api/v1/InvoiceGroupFiles/me/:id`]: ({ invoiceGroup }) => ({ params: [invoiceGroup] }),
    [`POST ${INVOICES}/api/v1/HistoricalInvoice/me/:id/retry`]: ({ failedInvoice }) => ({
      params: [failedInvoice],
    }),
    [`GET ${INVOICES}/v1/documents`]: ({ order }) => ({ query: `orderCode=${order}` }),
    [`GET ${INVOICES}/v1/documents/:id/pdf`]: ({ invoice }) => ({ params: [invoice] }),
    [`GET ${INVOICES}/v1/archives/:period/url`]: () => ({ params: ['2026'] }),
  },
  serviceCalls: {
    [`PUT ${INVOICES}/retailer/invoices/:number`]: ({ account, newInvoice }) => ({
      params: [newInvoice], // Without a job, which would change the account's blobs later.
      body: invoiceForTests(account!, { pdf: 'supplied' }),
    }),
    [`POST ${INVOICES}/retailer/invoices/preview`]: ({ account, newInvoice }) => ({
      body: { ...invoiceForTests(account!), number: newInvoice },
    }),
    [`GET ${INVOICES}/retailer/invoices/:number`]: ({ newInvoice }) => ({
      params: [newInvoice],
      query: `channel=${CHANNEL}`,
    }),
    [`GET ${INVOICES}/retailer/invoices`]: () => ({}),
    [`PUT ${INVOICES}/retailer/groups/:id`]: ({ account, newInvoice }) => ({
      params: [newInvoice],
      body: invoiceGroupForTests(account!, { number: `G-${newInvoice}`, pdf: 'supplied' }),
    }),
    [`GET ${INVOICES}/retailer/groups/:id`]: ({ newInvoice }) => ({ params: [newInvoice] }),
    [`GET ${INVOICES}/retailer/groups`]: () => ({}),
    [`PUT ${INVOICES}/retailer/invoices/:number/:channel/pdf`]: ({ suppliedInvoice }) => ({
      params: [suppliedInvoice, CHANNEL],
      body: PDF,
      headers: PDF_HEADERS,
    }),
    [`PUT ${INVOICES}/retailer/groups/:id/pdf`]: ({ suppliedGroup }) => ({
      params: [suppliedGroup],
      body: PDF,
      headers: PDF_HEADERS,
    }),
  },
}
