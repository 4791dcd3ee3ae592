import { crc32 } from 'node:zlib'
import type { ExportEntry } from './tables.ts'

/*
 * The two manifests in every zip of an export. They are created for each transfer, while their length and CRC-32
 * are stored with the export: their bytes for a given entry must not change while exports live. A new layout needs a new
 * format number that can be derived from the stored entries: entries of format 1 have no original name.
 */

export const MANIFEST_JSON = 'manifest.json'
export const MANIFEST_CSV = 'manifest.csv'

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
  format: 1 | 2
  json: string
  csv: string
}

export function toManifestLine(entry: ExportEntry): ManifestLine {
  const { name, originalName, size, sha256, taken, albums } = entry
  const format = originalName === undefined ? 1 : 2
  const cells = [name, size, sha256, taken ?? '', albums.join('; ')]
  const allCells = originalName === undefined ? cells : [...cells, originalName]
  return {
    format,
    json: JSON.stringify({ name, originalName, size, sha256, dateTaken: taken, albums }),
    csv: allCells.map(value => formatCell(value, QUOTED_PATTERN_BY_FORMAT[format])).join(','),
  }
}

/** Measures length and CRC-32 of both manifests, as they are stored. */
export function measureManifests(header: ManifestHeader, lines: readonly ManifestLine[]) {
  const json = formatManifestJson(header, lines)
  const csv = formatManifestCsv(lines)
  return {
    json_size: json.length,
    json_crc32: String(crc32(json)),
    csv_size: csv.length,
    csv_crc32: String(crc32(csv)),
  }
}

/** Formats JSON with one photo per line, so that people can read it. */
export function formatManifestJson(
  { backupId, created, iteration, last }: ManifestHeader,
  lines: readonly ManifestLine[],
): Buffer {
  const header = JSON.stringify({
    format: lines[0]?.format ?? 1,
    export: backupId,
    created: created.toISOString(),
    part: iteration,
    last,
    photosCount: lines.length,
  })
  const photos = lines.map(line => line.json).join(',\n')
  return Buffer.from(`${header.slice(0, -1)},"photos":[\n${photos}\n]}\n`)
}

/** Formats CSV by RFC 4180 in UTF-8; its byte order mark makes spreadsheets decode it as UTF-8. */
export function formatManifestCsv(lines: readonly ManifestLine[]): Buffer {
  const rows = lines.map(line => line.csv).join('\r\n')
  const columns = `name,size,sha256,dateTaken,albums${lines[0]?.format === 2 ? ',originalName' : ''}`
  return Buffer.from(`\ufeff${columns}\r\n${rows}\r\n`)
}

/** RFC 4180; format 2 also quotes semicolons, which separate cells in spreadsheets of many locales. */
const QUOTED_PATTERN_BY_FORMAT = { 1: /[",\r\n]/, 2: /[",;\r\n]/ } as const

/** Quotes a value where needed; an apostrophe keeps spreadsheets from evaluating it as a formula. */
function formatCell(value: string | number, quotedPattern: RegExp): string {
  const text = String(value)
  const escapedText = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return quotedPattern.test(escapedText) ? `"${escapedText.replaceAll('"', '""')}"` : escapedText
}
