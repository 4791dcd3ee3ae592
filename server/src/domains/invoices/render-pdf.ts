import { brandOfChannel, defaultBrand } from '#brands/index.ts'
import { type Context, change } from '../../context.ts'
import { renderInvoice } from './pdf/render-invoice.ts'
import { findInvoice, type InvoiceRow, setState } from './store.ts'
import { removeOtherPdfs, storePdf } from './stored-pdf.ts'

/** Clocks of database and process differ: a job that starts this much early is on time. */
const CLOCK_SKEW_MS = 60_000

/**
 * Renders the PDF of an invoice and makes it ready (AA-084). It is rendered from what is stored, so that a run after a crash
 * makes the same bytes; a PDF that is ready is never rendered again. An invoice that cannot be rendered is failed, with a
 * line in the log. Removes what an interrupted run of another version, or of an erased account, has left.
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

/** A later version has its own job; a supplied PDF and wrong figures need none. */
const isDue = (ctx: Context, { pdf_source, state, available_from }: InvoiceRow) =>
  pdf_source === 'rendered' &&
  state !== 'failed' &&
  (available_from?.getTime() ?? 0) <= ctx.clock.now().getTime() + CLOCK_SKEW_MS

const changeState = (ctx: Context, invoice: InvoiceRow, to: Pick<InvoiceRow, 'state' | 'failure'>) =>
  change(ctx, tx => setState(tx, invoice, { ...to, updated_at: ctx.clock.now() }))

/** The PDF; undefined where it cannot be made: rendering needs nothing that a retry could bring. */
async function tryRender(ctx: Context, { body, ...invoice }: InvoiceRow): Promise<Uint8Array | undefined> {
  try {
    return await renderInvoice(body, brandOfChannel(invoice.channel) ?? defaultBrand)
  } catch (error) {
    const { account_id: accountId, channel, number } = invoice
    const facts = { err: error, code: 'invoice-rendering', accountId, channel, number }
    ctx.log.error(facts, 'an invoice cannot be rendered: keepsake invoices retry renders it again')
  }
}
