import type { ExportEntry } from './tables.ts'

/*
 * The two manifests in every zip of an export (OP-94). They are created for each transfer, while their length and CRC-32
 * are stored with the export: their bytes for a given entry must not change while exports live. A new layout needs a new
 * format number that is stored with the export.
 */

export const MANIFEST_JSON = 'manifest.json'
export const MANIFEST_CSV = 'manifest.csv'
const FORMAT = 1
/** Layout of new CSV manifests; in layout 1 a semicolon did not quote its cell. */
export const CSV_FORMAT = 2

export interface ManifestHeader {
  backupId: string
  /** The export contains the library at this instant. */
  created: Date
  iteration: number
  /** Whether this is the last zip of the export. */
  last: boolean
}

/** An entry in both manifests. */
export interface ManifestLine {
  json: string
  csv: string
}

export function manifestLine(
  { name, size, sha256, taken, albums }: ExportEntry,
  csvFormat: number,
): ManifestLine {
  const cell = (value: string | number) => quote(value, csvFormat === 1 ? QUOTED_1 : QUOTED)
  return {
    json: JSON.stringify({ name, size, sha256, dateTaken: taken, albums }),
    csv: [name, size, sha256, taken ?? '', albums.join('; ')].map(cell).join(','),
  }
}

/** Size in bytes of a line in both manifests together. */
export const manifestBytes = ({ json, csv }: ManifestLine) =>
  Buffer.byteLength(json) + Buffer.byteLength(csv) + ',\n\r\n'.length

/** JSON with one photo per line, so that people can read it. */
export function manifestJson(
  { backupId, created, iteration, last }: ManifestHeader,
  lines: readonly ManifestLine[],
): Buffer {
  const header = JSON.stringify({
    format: FORMAT,
    export: backupId,
    created: created.toISOString(),
    part: iteration,
    last,
    photosCount: lines.length,
  })
  const photos = lines.map(line => line.json).join(',\n')
  return Buffer.from(`${header.slice(0, -1)},"photos":[\n${photos}\n]}\n`)
}

/** CSV by RFC 4180 in UTF-8; its byte order mark makes spreadsheets decode it as UTF-8. */
export function manifestCsv(lines: readonly ManifestLine[]): Buffer {
  const rows = lines.map(line => line.csv).join('\r\n')
  return Buffer.from(`\ufeffname,size,sha256,dateTaken,albums\r\n${rows}\r\n`)
}

/** RFC 4180, and semicolons: in many languages they separate the cells of a spreadsheet (RV-312). */
const QUOTED = /[",;\r\n]/
const QUOTED_1 = /[",\r\n]/

/** Quotes a value where needed; an apostrophe keeps spreadsheets from evaluating it as a formula. */
function quote(value: string | number, quoted: RegExp): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
