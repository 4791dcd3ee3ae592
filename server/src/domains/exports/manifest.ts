import type { ExportEntry } from './tables.ts'

/*
 * The two lists inside every zip of an export (OP-94). They are made anew for each transfer, and length and CRC-32 of
 * them are promised for as long as an export lives: what they say of an entry must not change within those days. A new
 * layout needs a new format number, kept with the export.
 */

export const MANIFEST_JSON = 'manifest.json'
export const MANIFEST_CSV = 'manifest.csv'
const FORMAT = 1

export interface ManifestHead {
  backupId: string
  /** The instant the export holds the library of. */
  created: Date
  iteration: number
  /** Whether this is the last zip; the others are numbered from 1 to it. */
  last: boolean
}

/** What the two lists say of an entry. */
export interface ManifestLine {
  json: string
  csv: string
}

export function manifestLine({ name, size, sha256, taken, albums }: ExportEntry): ManifestLine {
  return {
    json: JSON.stringify({ name, size, sha256, dateTaken: taken, albums }),
    csv: [name, size, sha256, taken ?? '', albums.join('; ')].map(cell).join(','),
  }
}

/** Bytes that a line takes in both lists together. */
export const manifestBytes = ({ json, csv }: ManifestLine) =>
  Buffer.byteLength(json) + Buffer.byteLength(csv) + ',\n\r\n'.length

/** One photo a line, so that it can be read without a program. */
export function manifestJson(
  { backupId, created, iteration, last }: ManifestHead,
  lines: readonly ManifestLine[],
): Buffer {
  const head = JSON.stringify({
    format: FORMAT,
    export: backupId,
    created: created.toISOString(),
    part: iteration,
    last,
    photosCount: lines.length,
  })
  const photos = lines.map(line => line.json).join(',\n')
  return Buffer.from(`${head.slice(0, -1)},"photos":[\n${photos}\n]}\n`)
}

/** RFC 4180 in UTF-8; the mark at its beginning lets spreadsheets read it as that. */
export function manifestCsv(lines: readonly ManifestLine[]): Buffer {
  const rows = lines.map(line => line.csv).join('\r\n')
  return Buffer.from(`\ufeffname,size,sha256,dateTaken,albums\r\n${rows}\r\n`)
}

/** Quoted where it must be; what a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
