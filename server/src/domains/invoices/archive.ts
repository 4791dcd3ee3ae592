import { crc32 } from 'node:zlib'
import type { DayRange } from '#contract/order-delivery.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { createEntryNames, planZip, type ZipPlan } from '../../platform/zip/index.ts'
import { createBlobSource, createMemorySource, defineSignedZips } from '../downloads/index.ts'
import { toPdfName } from './pdf-name.ts'
import { type ArchivedInvoice, listArchivedInvoices } from './store.ts'

/** Source of an entry's bytes: the blob of a PDF, or the text of the CSV. */
type ArchiveSource = { blob: string } | { text: Buffer }

export interface Archive {
  plan: ZipPlan<ArchiveSource>
  invoicesCount: number
}

/** Returns the file name of a period's archive without extension; '2026' or '2026-Q4'. */
const toArchiveName = (period: string) => `invoices-${period}`

/**
 * Plans the zip of a year or a quarter: a CSV and the PDFs that were ready at the instant. Deterministic, because ready
 * invoices do not change, so that an interrupted download can resume. Throws 404 when no invoice is ready.
 */
export async function planArchive(
  ctx: Context,
  accountId: string,
  period: string,
  readyUntil: Date,
): Promise<Archive> {
  const invoices = await listArchivedInvoices(ctx.db, accountId, toDayRange(period), readyUntil)
  if (invoices.length === 0) throw notFound('Invoice')
  const csvName = `${toArchiveName(period)}.csv`
  const pdfNames = invoices.map(({ number }) => ({ name: toPdfName(number) }))
  const [csv = '', ...files] = createEntryNames([{ name: csvName }, ...pdfNames])
  const text = renderInvoicesCsv(invoices, files)
  const csvEntry = {
    name: csv,
    size: text.length,
    crc32: crc32(text),
    modified: toMidnight(invoices.at(-1)!.issue_date),
    source: { text },
    digest: text.toString(),
  }
  const plan = planZip<ArchiveSource>([
    csvEntry,
    ...invoices.map((invoice, index) => toEntry(invoice, files[index]!)),
  ])
  return { plan, invoicesCount: invoices.length }
}

const toEntry = (invoice: ArchivedInvoice, name: string) => ({
  name,
  size: Number(invoice.size),
  crc32: Number(invoice.crc32),
  modified: toMidnight(invoice.issue_date),
  source: { blob: invoice.blob_key },
  digest: invoice.sha256,
})

const toMidnight = (day: string) => `${day}T00:00:00`

/** Returns the first and last day of a year, or of a quarter. */
function toDayRange(period: string): DayRange {
  const [year, quarter] = period.split('-Q')
  if (quarter === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  const lastMonth = Number(quarter) * 3
  const formatMonth = (number: number) => String(number).padStart(2, '0')
  // Days are compared as text: no month has more than 31.
  return { from: `${year}-${formatMonth(lastMonth - 2)}-01`, to: `${year}-${formatMonth(lastMonth)}-31` }
}

const COLUMN_NAMES = [
  'invoiceNumber',
  'kind',
  'corrects',
  'date',
  'dueDate',
  'channel',
  'orders',
  'currency',
  'vatCategory',
  'vatRate',
  'net',
  'vat',
  'gross',
  'file',
] as const

/**
 * Renders the figures of invoices as CSV (RFC 4180), in UTF-8 with a byte order mark for spreadsheets. One row per VAT
 * rate of an invoice; the gross amounts of its rows add up to its amount. Credit notes are negative. Numbers have a
 * decimal point.
 */
function renderInvoicesCsv(invoices: readonly ArchivedInvoice[], fileNames: readonly string[]): Buffer {
  const rows = invoices.flatMap((invoice, index) => toRows(invoice, fileNames[index]!))
  const lines = [COLUMN_NAMES, ...rows].map(cells => `${cells.map(quoteCell).join(',')}\r\n`)
  return Buffer.from(`\ufeff${lines.join('')}`)
}

function toRows(invoice: ArchivedInvoice, file: string): string[][] {
  const sign = invoice.kind === 'credit-note' ? -1 : 1
  return invoice.vat.map(({ category, rate, taxable, tax }) => [
    invoice.number,
    invoice.kind,
    invoice.corrects.map(({ number }) => number).join(' '),
    invoice.issue_date,
    invoice.due_date ?? '',
    invoice.channel,
    invoice.orders.join(' '),
    invoice.currency,
    category,
    formatDecimal(rate),
    formatDecimal(sign * taxable),
    formatDecimal(sign * tax),
    formatDecimal(sign * (taxable + tax)),
    file,
  ])
}

/** Hundredths as a decimal, without floating point. */
function formatDecimal(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const quoteCell = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Archives of the invoices of a period that were ready at an instant, in milliseconds. */
export const archiveZips = defineSignedZips({
  service: 'invoices',
  kind: 'invoices',
  toFileName: ([, period]: ArchiveIds) => `${toArchiveName(period)}.zip`,
  async open(ctx, [accountId, period, readyUntil]) {
    const { plan } = await planArchive(ctx, accountId, period, new Date(Number(readyUntil)))
    return {
      plan,
      facts: { accountId, period },
      source: (source: ArchiveSource, start, end) =>
        'blob' in source ? createBlobSource(ctx, source.blob, start, end) : createMemorySource(source.text),
    }
  },
})

type ArchiveIds = readonly [accountId: string, period: string, readyUntil: string]
