import type { ReceiptFile } from '#contract/upload-batches.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { groupFiles } from './receipt-groups.ts'
import { listReceiptNotes } from './receipt-notes.ts'

/** Returns the receipt as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets detect the encoding. */
export function createReceiptCsv(texts: Texts, files: readonly ReceiptFile[]): string {
  const { text } = texts
  const header = [
    text('upload-receipt.column.file'),
    text('upload-receipt.column.size'),
    text('upload-receipt.column.result'),
    text('upload-receipt.column.note'),
  ]
  const rows = groupFiles(files).flatMap(({ name, files: groupedFiles }) =>
    groupedFiles.map(file => [
      file.fileName,
      String(file.size),
      text(`upload-receipt.${name}`),
      listReceiptNotes(texts, file).join(' '),
    ]),
  )
  return `\uFEFF${[header, ...rows].map(row => row.map(toField).join(',')).join('\r\n')}\r\n`
}

/** Returns a quoted field; a text that a spreadsheet would take for a formula starts with an apostrophe. */
function toField(value: string): string {
  const escapedValue = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${escapedValue.replaceAll('"', '""')}"`
}
