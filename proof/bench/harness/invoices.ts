import { createHash, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Kysely } from 'kysely'
import { defaultBrand } from '#brands/index.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { invoiceForTests } from '#server/domains/invoices/invoices.testing.ts'
import { renderInvoice } from '#server/domains/invoices/pdf/render-invoice.ts'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import type { Schema } from '#server/schema.ts'

/** Invoices that are rendered; the others are copies of their PDFs with another end. */
const RENDERED_COUNT = 8

export interface StoredInvoice {
  file: string
  sha256: string
  amount: number
}

/** Stores invoices of a year that are ready. */
export async function storeInvoices(
  db: Kysely<Schema>,
  blobs: Blobs,
  accountId: string,
  year: string,
  count: number,
): Promise<StoredInvoice[]> {
  const { version, accountId: _, pdf, ...fields } = invoiceForTests(accountId)
  const rendered: Uint8Array[] = []
  for (let index = 0; index < RENDERED_COUNT; index++)
    rendered.push(await renderInvoice(createDocument(fields, year, index), defaultBrand))
  const stored: StoredInvoice[] = []
  for (let index = 0; index < count; index++) {
    const document = createDocument(fields, year, index)
    const bytes = Buffer.concat([rendered[index % RENDERED_COUNT]!, Buffer.from(`% ${index}\n`)])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const [invoiceId, now] = [randomUUID(), new Date(Date.now() - 60_000)]
    const blob_key = `${accountId}/invoices/${invoiceId}-1-${sha256}`
    await blobs.put(blob_key, bytes)
    await db
      .insertInto('invoices')
      .values({
        ...{ invoice_id: invoiceId, account_id: accountId, version, blob_key, sha256 },
        ...{ channel: document.channel, number: document.number, issue_date: document.issueDate },
        ...{ amount: document.totals.gross, currency: document.currency, body: JSON.stringify(document) },
        ...{ pdf_source: pdf, state: 'ready', size: bytes.length, crc32: crc32(bytes) },
        ...{ ready_at: now, updated_at: now },
      })
      .execute()
    stored.push({ file: `${document.number}.pdf`, sha256, amount: document.totals.gross })
  }
  return stored
}

/** Makes an account a business. */
export async function makeBusiness(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db
    .updateTable('customers')
    .set({ business: true, business_status: 'Active' })
    .where('account_id', '=', accountId)
    .execute()
}

function createDocument(
  fields: Omit<InvoiceDocument, 'number'>,
  year: string,
  index: number,
): InvoiceDocument {
  const month = String(1 + (index % 12)).padStart(2, '0')
  return {
    ...fields,
    number: `${year}-${String(index + 1).padStart(5, '0')}`,
    issueDate: `${year}-${month}-15`,
    orders: [`B-${index}`],
  }
}
