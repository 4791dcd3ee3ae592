import { type FrozenChunk, planChunk } from './chunk-plan.ts'
import { estimateManifestBytes, type ManifestLine, measureManifests, toManifestLine } from './manifest.ts'
import type { ExportRow } from './store.ts'
import type { ExportEntry, ExtraFile } from './tables.ts'

const estimateSidecarBytes = ({ name, sidecar }: ExportEntry): number =>
  sidecar ? sidecar.size + HEADER_BYTES + 2 * Buffer.byteLength(`${name}.xmp`) : 0

/** An entry and its month, 'YYYY-MM'; null without a date. */
export interface DatedEntry {
  entry: ExportEntry
  month: string | null
}

/** Bounds the memory for a chunk's entries; old zip programs read at most 65,535 files per zip. */
const MAX_ENTRIES = 20_000
/** Bytes of both headers of an entry with all extra fields, without the name, which is in both. */
const HEADER_BYTES = 30 + 20 + 36 + 46 + 28 + 36
/** Bytes of end records, and of headers and first lines of the manifests. */
const FRAME_BYTES = 1500

/**
 * Distributes photos over zips in their order (PL-185): no zip exceeds `limit` bytes unless it contains a single larger
 * photo. The first one has the further files. `store` receives each chunk with its exact size; one chunk is in memory at a time.
 */
export function createChunkWriter(
  row: Pick<ExportRow, 'account_id' | 'backup_id' | 'created_at'>,
  { limit, extraFiles = [] }: { limit: number; extraFiles?: readonly ExtraFile[] },
  store: (chunk: FrozenChunk & { size: number }) => Promise<void>,
) {
  let entries: ExportEntry[] = []
  let lines: ManifestLine[] = []
  let months: string[] = []
  let bytes =
    FRAME_BYTES +
    extraFiles.reduce((sum, { name, size }) => sum + size + HEADER_BYTES + 2 * Buffer.byteLength(name), 0)
  let iteration = 1
  let photos = 0

  async function close(last: boolean): Promise<void> {
    const header = { backupId: row.backup_id, created: row.created_at, iteration, last }
    const chunk: FrozenChunk = {
      iteration,
      photos: entries.length,
      from_month: months[0] ?? null,
      to_month: months.at(-1) ?? null,
      ...measureManifests(header, lines),
      last,
      entries,
      unreadable: null,
      extra_files: iteration === 1 && extraFiles.length > 0 ? [...extraFiles] : null,
    }
    await store({ ...chunk, size: planChunk(row, chunk).length })
    photos += entries.length
    iteration++
    entries = []
    lines = []
    months = []
    bytes = FRAME_BYTES
  }

  return {
    async add({ entry, month }: DatedEntry): Promise<void> {
      const line = toManifestLine(entry)
      const entryBytes =
        entry.size +
        HEADER_BYTES +
        2 * Buffer.byteLength(entry.name) +
        estimateManifestBytes(line) +
        estimateSidecarBytes(entry)
      const isFull = entries.length === MAX_ENTRIES || (entries.length > 0 && bytes + entryBytes > limit)
      if (isFull) await close(false)
      entries.push(entry)
      lines.push(line)
      if (month) months.push(month)
      bytes += entryBytes
    },
    /** Stores the last chunk and returns the number of photos in all chunks. */
    async finish(): Promise<number> {
      if (entries.length > 0) await close(true)
      return photos
    },
  }
}
