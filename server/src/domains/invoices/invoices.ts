import { randomUUID } from 'node:crypto'
import { findBrandByChannel } from '#brands/index.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import type { PaymentStatus } from '#contract/invoices.ts'
import type { putInvoice, RetailerInvoice, RetailerInvoiceGroup } from '#contract/retailer-invoices.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { Submission } from '../../http/submission.ts'
import { listColumns, updateRows } from '../../platform/db/rows.ts'
import { type AccountSubmission, receiveAccountVersion } from '../customers/index.ts'
import { lockOrders, onInvoiceChanged } from '../orders/index.ts'
import { isSameContent } from '../services/index.ts'
import { checkFigures } from './check-figures.ts'
import { listContradictions } from './compare-order.ts'
import { renderInvoiceJob } from './job-kinds.ts'
import { listInvoiceProblems } from './retailer-states.ts'
import {
  type InvoiceReference,
  type InvoiceRow,
  listChargedOrders,
  lockInvoice,
  setState,
  writeInvoice,
} from './store.ts'

/** The retailer's invoice without its recipient. */
interface SentInvoice {
  document: InvoiceDocument
  pdf: 'rendered' | 'supplied'
  availableFrom: string | null
  paymentStatus: PaymentStatus | null
}

type Receipt = Answer<typeof putInvoice>

/** Stores a version of an invoice or credit note of a channel; see `upsertVersion`. */
export function upsertInvoice(
  ctx: Context,
  number: string,
  { version, accountId, pdf, availableFrom, paymentStatus, ...fields }: RetailerInvoice,
  submission?: Submission,
): Promise<Receipt> {
  const document = { ...fields, number }
  const sent = {
    document,
    pdf,
    availableFrom: toInstant(availableFrom),
    paymentStatus: paymentStatus ?? null,
  }
  return upsertVersion(ctx, { channel: fields.channel, number }, { accountId, version, sent, submission })
}

/** Stores a version of a collective invoice; see `upsertVersion`. */
export function upsertInvoiceGroup(
  ctx: Context,
  groupId: string,
  { version, accountId, pdf, availableFrom, paymentStatus, ...fields }: RetailerInvoiceGroup,
  submission?: Submission,
): Promise<Receipt> {
  const sent = {
    document: { ...fields, kind: 'collective' as const },
    pdf,
    availableFrom: toInstant(availableFrom),
    paymentStatus: paymentStatus ?? null,
  }
  return upsertVersion(ctx, { groupId }, { accountId, version, sent, submission })
}

/**
 * Stores a version and queues its rendering, in one transaction. Figures that do not agree set it to failed and are logged;
 * the next version may correct them. Once the PDF is ready only the payment status may change; other content is a
 * conflict, because a correction is a credit note. Conflict also for a number or group id of another invoice. Not-found for an unknown or erased account.
 */
async function upsertVersion(
  ctx: Context,
  reference: InvoiceReference,
  { accountId, version, sent, submission }: AccountSubmission & { version: number; sent: SentInvoice },
): Promise<Receipt> {
  const incoming = { accountId, version, content: sent, submission }
  const result = await receiveAccountVersion(ctx, incoming, customer => {
    checkChannel(sent.document.channel, customer.vendor)
    return {
      read: async tx => {
        const stored = await lockInvoice(tx, reference)
        const documents = [sent.document, ...(stored ? [stored.body] : [])]
        // Before the invoice is written, so that it does not deadlock with changes that lock their order first.
        await lockOrders(tx, await listChargedOrders(tx.db, accountId, documents))
        return stored
      },
      getContent: toSentInvoice,
      isOwn: row => row.account_id === accountId && ('groupId' in reference || row.group_id === null),
      conflictMessage: 'This number or id belongs to another invoice',
      write: async (tx, stored) => {
        if (stored?.state !== 'ready')
          return writeVersion(ctx, tx, {
            invoice_id: stored?.invoice_id ?? randomUUID(),
            account_id: accountId,
            group_id: 'groupId' in reference ? reference.groupId : null,
            version,
            sent,
          })
        const { paymentStatus, ...printed } = sent
        const { paymentStatus: _, ...storedPrinted } = toSentInvoice(stored)
        if (!isSameContent(printed, storedPrinted))
          throw new Failure('conflict', 'The PDF of this invoice exists: send a credit note')
        await updateRows(
          tx.db,
          'invoices',
          { invoice_id: stored.invoice_id },
          { version, payment_status: paymentStatus, updated_at: ctx.clock.now() },
        )
        return stored
      },
      publish: async (tx, stored) => {
        const documents = [sent.document, ...(stored ? [stored.body] : [])]
        await onInvoiceChanged(ctx, tx, accountId, await listChargedOrders(tx.db, accountId, documents))
      },
    }
  })
  const { invoice_id: id, ...row } = result.written === null ? result.row : result.written
  const contradictions = await listContradictions(ctx.db, row)
  if (contradictions.length > 0 && result.written) {
    const { account_id, channel, number } = row
    const facts = {
      code: 'invoice-contradicts-order',
      accountId: account_id,
      channel,
      number,
      problems: contradictions,
    }
    ctx.log.warn(facts, 'an invoice contradicts its order')
  }
  const problems = [...listInvoiceProblems(row), ...contradictions]
  return { ...result.receipt, id, state: row.state, ...(problems.length > 0 && { problems }) }
}

/** Invoices are of a brand of the customer's vendor. */
export function checkChannel(channel: string, vendor: string): void {
  if (findBrandByChannel(channel)?.vendor !== vendor)
    throw new Failure('bad-request', 'Not valid: channel', { fields: { channel: 'not-valid' } })
}

/** Normalises the offset, so that the instant can be compared with the stored one. */
const toInstant = (text: string | undefined) => (text === undefined ? null : new Date(text).toISOString())

const toSentInvoice = ({ body, pdf_source, available_from, payment_status }: InvoiceRow): SentInvoice => ({
  document: body,
  pdf: pdf_source,
  availableFrom: available_from?.toISOString() ?? null,
  paymentStatus: payment_status,
})

async function writeVersion(
  ctx: Context,
  tx: Tx,
  {
    sent: { document, pdf, availableFrom, paymentStatus },
    ...ids
  }: Pick<InvoiceRow, 'invoice_id' | 'account_id' | 'group_id' | 'version'> & { sent: SentInvoice },
) {
  const problems = checkFigures(document)
  const { number, channel, totals } = document
  const row = {
    ...ids,
    channel,
    number,
    issue_date: document.issueDate,
    amount: document.kind === 'credit-note' ? -totals.gross : totals.gross,
    currency: document.currency,
    body: document,
    payment_status: paymentStatus,
    pdf_source: pdf,
    available_from: availableFrom === null ? null : new Date(availableFrom),
    state: problems.length > 0 ? ('failed' as const) : ('announced' as const),
    failure: problems.length > 0 ? ('figures' as const) : null,
    updated_at: ctx.clock.now(),
  }
  if (!(await writeInvoice(tx, row))) return false
  if (problems.length > 0) {
    const facts = { code: 'invoice-figures', accountId: ids.account_id, channel, number, problems }
    tx.afterCommit(() => ctx.log.error(facts, 'the figures of an invoice do not agree'))
  } else await queueRendering(ctx, tx, row)
  return row
}

/** Schedules the rendering for the time when the PDF becomes available; does nothing if the retailer supplies the PDF. */
async function queueRendering(
  ctx: Context,
  tx: Tx,
  {
    account_id: accountId,
    invoice_id: invoiceId,
    pdf_source,
    available_from,
  }: Pick<InvoiceRow, 'account_id' | 'invoice_id' | 'pdf_source' | 'available_from'>,
): Promise<void> {
  if (pdf_source === 'supplied') return
  const isScheduled = available_from !== null && available_from > ctx.clock.now()
  const options = isScheduled ? { startAfter: available_from } : {}
  await ctx.jobs.send(tx, renderInvoiceJob, [{ accountId, invoiceId }], options)
}

/** Queues the rendering of an invoice that failed to render; throws a conflict in every other state. */
export async function retryRendering(ctx: Context, invoice: InvoiceRow): Promise<void> {
  if (!canRetry(invoice)) throw new Failure('conflict', `The invoice is ${invoice.state}`)
  await change(ctx, tx => requeueRendering(ctx, tx, invoice))
}

/** Whether a retry can succeed: wrong figures can only be corrected by the retailer. */
export const canRetry = ({ state, failure }: Pick<InvoiceRow, 'state' | 'failure'>) =>
  state === 'failed' && failure === 'rendering'

/** Queues the rendering of all invoices that failed to render; returns their number. */
export async function retryAllRenderings(ctx: Context): Promise<number> {
  const columns = ['invoice_id', 'account_id', 'version', 'number', 'channel'] as const
  const key = { state: 'failed', failure: 'rendering' } as const
  const failedInvoices = await listColumns(ctx.db, 'invoices', key, columns, 'updated_at')
  for (const invoice of failedInvoices) await change(ctx, tx => requeueRendering(ctx, tx, invoice))
  return failedInvoices.length
}

async function requeueRendering(
  ctx: Context,
  tx: Tx,
  invoice: Pick<InvoiceRow, 'account_id' | 'invoice_id' | 'version'>,
): Promise<void> {
  const announcedState = { state: 'announced', failure: null, updated_at: ctx.clock.now() } as const
  if (!(await setState(tx, invoice, announcedState))) return
  await queueRendering(ctx, tx, { ...invoice, pdf_source: 'rendered', available_from: null })
}
