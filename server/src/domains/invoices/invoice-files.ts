import type { Reader } from '../../context.ts'
import { createEntryNames } from '../../platform/zip/index.ts'
import { toPdfName } from './pdf-name.ts'
import { listReadyPdfs } from './store.ts'

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
