import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Context, change } from '../../context.ts'
import { invoiceReady } from './events.ts'
import { completeInvoice, findInvoice, type InvoiceRow } from './store.ts'

/**
 * Stores the PDF of a version under its hash and sets the invoice to ready. False when the version was superseded, the
 * account was erased, or the PDF was ready before; a blob without an invoice is removed.
 */
export async function storePdf(ctx: Context, invoice: InvoiceRow, bytes: Uint8Array): Promise<boolean> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const pdf = { blob_key: toPdfKey(invoice, sha256), sha256, size: bytes.length, crc32: crc32(bytes) }
  await ctx.blobs.put(pdf.blob_key, bytes)
  const { account_id: accountId, invoice_id: invoiceId, number } = invoice
  const isCompleted = await change(ctx, async tx => {
    if (!(await completeInvoice(tx, invoice, pdf, ctx.clock.now()))) return false
    await ctx.events.emit(tx, invoiceReady, { accountId, invoiceId, number })
    return true
  })
  if (isCompleted) return true
  const currentInvoice = await findInvoice(ctx.db, accountId, invoiceId)
  if (currentInvoice?.blob_key !== pdf.blob_key) await ctx.blobs.remove([pdf.blob_key])
  return false
}

/** Removes the PDFs of an invoice except the ready one. `invoice` is undefined once its account is erased. */
export async function removeOtherPdfs(
  ctx: Context,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  invoice: InvoiceRow | undefined,
): Promise<void> {
  const keys = (await listPdfKeys(ctx, accountId, invoiceId)).filter(key => key !== invoice?.blob_key)
  await ctx.blobs.remove(keys)
}

/** Lists keys of the PDFs of an account, or of one of its invoices. */
export async function listPdfKeys(ctx: Context, accountId: string, invoiceId = ''): Promise<string[]> {
  const blobs = await Array.fromAsync(ctx.blobs.list(`${accountId}/invoices/${invoiceId}`))
  return blobs.map(({ key }) => key)
}

/** Contains the version, so that removing the PDF of one version never removes an equal PDF of another. */
const toPdfKey = ({ account_id, invoice_id, version }: InvoiceRow, sha256: string) =>
  `${account_id}/invoices/${invoice_id}-${version}-${sha256}`
