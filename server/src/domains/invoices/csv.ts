import type { ArchivedInvoice } from './store.ts'

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
export function renderInvoicesCsv(
  invoices: readonly ArchivedInvoice[],
  fileNames: readonly string[],
): Buffer {
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
