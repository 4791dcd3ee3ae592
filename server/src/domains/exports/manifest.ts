import { crc32 } from 'node:zlib'
import type { ExportEntry } from './tables.ts'

/*
 * The two manifests in every zip of an export. They are created for each transfer, while their length and CRC-32
 * are stored with the export: their bytes for a given entry must not change while exports live. A new layout needs a new
 * format number that can be derived from the stored entries.
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
  json: string
  csv: string
}

export function toManifestLine(entry: ExportEntry): ManifestLine {
  const { name, originalName, size, sha256, taken, albums } = entry
  return {
    json: JSON.stringify({ name, originalName, size, sha256, dateTaken: taken, albums }),
    csv: [name, size, sha256, taken ?? '', albums.join('; '), originalName].map(formatCell).join(','),
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
    format: 2,
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
  return Buffer.from(`\ufeffname,size,sha256,dateTaken,albums,originalName\r\n${rows}\r\n`)
}

/**
 * Quotes a value where RFC 4180 needs it, and where it has semicolons, which separate cells in spreadsheets of many
 * locales; an apostrophe keeps spreadsheets from evaluating it as a formula.
 */
function formatCell(value: string | number): string {
  const text = String(value)
  const escapedText = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(escapedText) ? `"${escapedText.replaceAll('"', '""')}"` : escapedText
}
