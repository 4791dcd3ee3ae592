import { crc32 } from 'node:zlib'
import { type FrozenChunk, planChunk } from './chunk-plan.ts'
import { type ManifestLine, manifestBytes, manifestCsv, manifestJson, manifestLine } from './manifest.ts'
import type { ExportRow } from './store.ts'
import type { ExportEntry } from './tables.ts'

/** A photo and its month, 'YYYY-MM', null without a date. */
export interface DatedEntry {
  entry: ExportEntry
  month: string | null
}

/** A chunk's list must fit into memory many times over; old programs know no zip of more than 65,535 files. */
const MOST_ENTRIES = 20_000
/** Both headers of an entry with their ZIP64 fields; the name stands in each. */
const HEADERS = 30 + 20 + 46 + 28
/** End records, the headers of the manifests and their beginnings. */
const FRAME = 1500

/**
 * Fills zips with photos in the order they come (PL-185): none exceeds `limit` bytes, unless it holds a single photo
 * that is larger; a photo is never split. `store` gets each chunk with its exact size; one chunk is in memory at a time.
 */
export function createChunkWriter(
  row: Pick<ExportRow, 'account_id' | 'backup_id' | 'created_at'>,
  limit: number,
  store: (chunk: FrozenChunk & { size: number }) => Promise<void>,
) {
  let entries: ExportEntry[] = []
  let lines: ManifestLine[] = []
  let months: string[] = []
  let bytes = FRAME
  let iteration = 1
  let photos = 0

  async function close(last: boolean): Promise<void> {
    const head = { backupId: row.backup_id, created: row.created_at, iteration, last }
    const json = manifestJson(head, lines)
    const csv = manifestCsv(lines)
    const chunk: FrozenChunk = {
      iteration,
      photos: entries.length,
      from_month: months[0] ?? null,
      to_month: months.at(-1) ?? null,
      json_size: json.length,
      json_crc32: String(crc32(json)),
      csv_size: csv.length,
      csv_crc32: String(crc32(csv)),
      last,
      entries,
    }
    await store({ ...chunk, size: planChunk(row, chunk).length })
    photos += entries.length
    iteration++
    entries = []
    lines = []
    months = []
    bytes = FRAME
  }

  return {
    async add({ entry, month }: DatedEntry): Promise<void> {
      const line = manifestLine(entry)
      const more = entry.size + HEADERS + 2 * Buffer.byteLength(entry.name) + manifestBytes(line)
      const full = entries.length === MOST_ENTRIES || (entries.length > 0 && bytes + more > limit)
      if (full) await close(false)
      entries.push(entry)
      lines.push(line)
      if (month) months.push(month)
      bytes += more
    },
    /** Stores what is left; answers how many photos there are in all chunks. */
    async finish(): Promise<number> {
      if (entries.length > 0) await close(true)
      return photos
    },
  }
}
