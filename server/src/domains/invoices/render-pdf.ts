import { defaultBrand, findBrandByChannel } from '#brands/index.ts'
import { type Context, change } from '../../context.ts'
import { renderInvoice } from './pdf/render-invoice.ts'
import { findInvoice, type InvoiceRow, setState } from './store.ts'
import { removeOtherPdfs, storePdf } from './stored-pdf.ts'

/** Tolerance for jobs that start early, because the clocks of database and process differ. */
const CLOCK_SKEW_MS = 60_000

/**
 * Renders the PDF of an invoice and sets it to ready (AA-084). Renders from the stored document, so that a run after a crash
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
