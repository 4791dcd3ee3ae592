import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { change } from '../../context.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { invoiceForTests, invoiceGroupForTests } from './invoices.testing.ts'
import { upsertInvoice, upsertInvoiceGroup } from './invoices.ts'
import { findInvoice, setState } from './store.ts'

const INVOICES = SERVICES.invoices
const CHANNEL = 'KEEPSAKE-GB'
const PDF = '%PDF-1.7\n%%EOF\n'
const PDF_HEADERS = { 'content-type': 'application/pdf' }

/** An invoice and a collective invoice with their PDFs, and an invoice whose rendering failed. */
export const accessSamples: AccessSamples = {
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
      path: `${INVOICES}/api/v1/HistoricalInvoice/me/pdf/${invoice}/${CHANNEL}`,
    }),
    [`GET ${INVOICES}/api/v1/InvoiceGroupFiles/me/:id`]: ({ invoiceGroup }) => ({
      path: `${INVOICES}/api/v1/InvoiceGroupFiles/me/${invoiceGroup}`,
    }),
    [`POST ${INVOICES}/api/v1/HistoricalInvoice/me/:id/retry`]: ({ failedInvoice }) => ({
      path: `${INVOICES}/api/v1/HistoricalInvoice/me/${failedInvoice}/retry`,
    }),
    [`GET ${INVOICES}/v1/documents`]: ({ order }) => ({
      path: `${INVOICES}/v1/documents?orderCode=${order}`,
    }),
    [`GET ${INVOICES}/v1/documents/:id/pdf`]: ({ invoice }) => ({
      path: `${INVOICES}/v1/documents/${invoice}/pdf`,
    }),
    [`GET ${INVOICES}/v1/archives/:period/url`]: () => ({ path: `${INVOICES}/v1/archives/2026/url` }),
  },
  serviceCalls: {
    [`PUT ${INVOICES}/retailer/invoices/:number`]: ({ account, newInvoice }) => ({
      path: `${INVOICES}/retailer/invoices/${newInvoice}`,
      // Without a job, which would change the account's blobs later.
      body: invoiceForTests(account!, { pdf: 'supplied' }),
    }),
    [`POST ${INVOICES}/retailer/invoices/preview`]: ({ account, newInvoice }) => ({
      path: `${INVOICES}/retailer/invoices/preview`,
      body: { ...invoiceForTests(account!), number: newInvoice },
    }),
    [`GET ${INVOICES}/retailer/invoices/:number`]: ({ newInvoice }) => ({
      path: `${INVOICES}/retailer/invoices/${newInvoice}?channel=${CHANNEL}`,
    }),
    [`GET ${INVOICES}/retailer/invoices`]: () => ({ path: `${INVOICES}/retailer/invoices` }),
    [`PUT ${INVOICES}/retailer/groups/:id`]: ({ account, newInvoice }) => ({
      path: `${INVOICES}/retailer/groups/${newInvoice}`,
      body: invoiceGroupForTests(account!, { number: `G-${newInvoice}`, pdf: 'supplied' }),
    }),
    [`GET ${INVOICES}/retailer/groups/:id`]: ({ newInvoice }) => ({
      path: `${INVOICES}/retailer/groups/${newInvoice}`,
    }),
    [`GET ${INVOICES}/retailer/groups`]: () => ({ path: `${INVOICES}/retailer/groups` }),
    [`PUT ${INVOICES}/retailer/invoices/:number/:channel/pdf`]: ({ suppliedInvoice }) => ({
      path: `${INVOICES}/retailer/invoices/${suppliedInvoice}/${CHANNEL}/pdf`,
      body: PDF,
      headers: PDF_HEADERS,
    }),
    [`PUT ${INVOICES}/retailer/groups/:id/pdf`]: ({ suppliedGroup }) => ({
      path: `${INVOICES}/retailer/groups/${suppliedGroup}/pdf`,
      body: PDF,
      headers: PDF_HEADERS,
    }),
  },
}
