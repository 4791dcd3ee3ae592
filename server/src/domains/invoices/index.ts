import { defaultBrand, findBrandByChannel } from '#brands/index.ts'
import { type Context, change, type Reader } from '../../context.ts'
import { type AccountEraser, type Command, defineDomain } from '../../domain.ts'
import { countAccountRows, deleteAccountRows, selectAccountRows } from '../../platform/db/account-rows.ts'
import { handleEach, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { createEntryNames } from '../../platform/zip/index.ts'
import { defineOrderPart } from '../orders/index.ts'
import { archiveZips } from './archive.ts'
import { invoiceCase } from './case-lines.ts'
import { invoiceReady } from './events.ts'
import { retryAllRenderings } from './invoices.ts'
import { renderInvoiceJob } from './job-kinds.ts'
import { loadOrderInvoices } from './order-invoices.ts'
import { renderInvoice } from './pdf/render-invoice.ts'
import { toPdfName } from './pdf-name.ts'
import { invoiceRoutes } from './routes.ts'
import { findInvoice, type InvoiceRow, insertInvoiceRecords, listReadyPdfs, setState } from './store.ts'
import { listPdfKeys, removeOtherPdfs, storePdf } from './stored-pdf.ts'
import { invoiceTables } from './tables.ts'

export { invoiceReady } from './events.ts'
export { countInvoices, listInvoices, selectInvoiceVersions } from './store.ts'

/** Tolerance for jobs that start early, because the clocks of database and process differ. */
const CLOCK_SKEW_MS = 60_000

/**
 * Returns false for a supplied PDF, for wrong figures, and before the PDF becomes available: a later version has its
 * own job.
 */
const isDue = (ctx: Context, { pdf_source, state, available_from }: InvoiceRow) =>
  pdf_source === 'rendered' &&
  state !== 'failed' &&
  (available_from?.getTime() ?? 0) <= ctx.clock.now().getTime() + CLOCK_SKEW_MS

const changeState = (ctx: Context, invoice: InvoiceRow, to: Pick<InvoiceRow, 'state' | 'failure'>) =>
  change(ctx, tx => setState(tx, invoice, { ...to, updated_at: ctx.clock.now() }))

/** Retains number, date and amount of each invoice without the account. A running job removes its own PDF. */
const invoiceEraser: AccountEraser = {
  count: async (ctx, accountId) => ({
    ...(await countAccountRows(ctx.db, selectAccountRows(invoiceTables, accountId))),
    'invoice PDFs': (await listPdfKeys(ctx, accountId)).length,
  }),
  async erase(ctx, { accountId }) {
    await change(ctx, async tx => {
      await insertInvoiceRecords(tx, accountId)
      await deleteAccountRows(tx.db, selectAccountRows(invoiceTables, accountId))
    })
    await ctx.blobs.remove(await listPdfKeys(ctx, accountId))
  },
}

const invoicesCommand: Command = {
  name: 'invoices',
  parse: args =>
    args.length === 1 && args[0] === 'retry'
      ? async (ctx, print) => {
          print(`${await retryAllRenderings(ctx)} invoices are queued; a worker will render them.`)
          return 0
        }
      : null,
}

const invoiceJobs: readonly JobRegistration<Context>[] = [
  handleEach(renderInvoiceJob, (ctx, { accountId, invoiceId }) => renderPdf(ctx, accountId, invoiceId)),
]

defineOrderPart({ name: 'invoice', load: loadOrderInvoices })

/** Invoices, credit notes and collective invoices of the customers, as sent by the retailer, with their PDFs. */
export const invoices = defineDomain({
  name: 'invoices',
  dependsOn: ['services', 'customers', 'identity', 'downloads', 'orders'],
  tables: invoiceTables,
  routes: invoiceRoutes,
  mount: archiveZips.serve,
  jobs: invoiceJobs,
  emits: [invoiceReady],
  commands: [invoicesCommand],
  caseLines: invoiceCase,
  eraseAccount: invoiceEraser,
})

/**
 * Renders the PDF of an invoice and sets it to ready. Renders from the stored document, so that a run after a crash
 * produces the same bytes; a ready PDF is never rendered again. An invoice that cannot be rendered is set to failed and
 * logged. Removes PDFs of interrupted runs for another version or an erased account.
 */
export async function renderPdf(ctx: Context, accountId: string, invoiceId: string): Promise<void> {
  const invoice = await findInvoice(ctx.db, accountId, invoiceId)
  if (!invoice || invoice.state === 'ready') return removeOtherPdfs(ctx, { accountId, invoiceId }, invoice)
  if (!isDue(ctx, invoice)) return
  if (!(await changeState(ctx, invoice, { state: 'rendering', failure: null }))) return
  const bytes = await tryRender(ctx, invoice)
  if (bytes) await storePdf(ctx, invoice, bytes)
  else await changeState(ctx, invoice, { state: 'failed', failure: 'rendering' })
}

/** Returns the PDF; undefined when rendering fails, which is deterministic, so that an automatic retry is useless. */
async function tryRender(ctx: Context, { body, ...invoice }: InvoiceRow): Promise<Uint8Array | undefined> {
  try {
    return await renderInvoice(body, findBrandByChannel(invoice.channel) ?? defaultBrand)
  } catch (error) {
    const { account_id: accountId, channel, number } = invoice
    const facts = { err: error, code: 'invoice-rendering', accountId, channel, number }
    ctx.log.error(facts, 'an invoice cannot be rendered: keepsake invoices retry renders it again')
  }
}

/** The PDF of an invoice as a file: `name` is unique in its year and the same as in the archive of the year. */
export interface InvoiceFile {
  year: string
  name: string
  blobKey: string
  size: number
  readyAt: Date
}

/** Lists the account's ready invoices as files, by the year of their date; none for a closed account. */
export async function listInvoiceFiles(db: Reader, accountId: string): Promise<InvoiceFile[]> {
  const pdfs = await listReadyPdfs(db, accountId)
  const years = Map.groupBy(pdfs, ({ issue_date }) => issue_date.slice(0, 4))
  return [...years].flatMap(([year, invoices]) => {
    const names = createEntryNames(invoices.map(({ number }) => ({ name: toPdfName(number) })))
    return invoices.map((invoice, index) => ({
      year,
      name: names[index]!,
      blobKey: invoice.blob_key,
      size: Number(invoice.size),
      readyAt: invoice.ready_at,
    }))
  })
}
