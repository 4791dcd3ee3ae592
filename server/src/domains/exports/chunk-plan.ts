import { planZip, type ZipEntry, type ZipPlan } from '../../platform/zip/index.ts'
import { type TextFile, toTextFileEntry } from '../downloads/index.ts'
import { type Sidecar, toOriginalKey } from '../photos/index.ts'
import {
  formatManifestCsv,
  formatManifestJson,
  MANIFEST_CSV,
  MANIFEST_JSON,
  toManifestLine,
} from './manifest.ts'
import type { ChunkRow, ExportRow } from './store.ts'
import type { ExportEntry } from './tables.ts'

/** Source of an entry's bytes: a blob, or a text that is created on request. */
export type ChunkSource = { blob: string } | { create: () => Buffer }

/** Content of a chunk, which determines its size. */
export type FrozenChunk = Omit<ChunkRow, 'account_id' | 'backup_id' | 'size'>

/**
 * Plans the zip of a chunk: the two manifests, its readable photos, the list of unreadable ones, further files. Deterministic, so that
 * all processes send equal bytes.
 */
export function planChunk(
  { account_id, backup_id, created_at }: Pick<ExportRow, 'account_id' | 'backup_id' | 'created_at'>,
  chunk: FrozenChunk,
): ZipPlan<ChunkSource> {
  const { iteration, last, unreadable, extra_files } = chunk
  const entries = filterReadableEntries(chunk)
  const header = { backupId: backup_id, created: created_at, iteration, last }
  const createManifestEntry = (name: string, size: number, crc32: string | number, create: () => Buffer) => ({
    name,
    size,
    crc32: Number(crc32),
    modified: created_at.toISOString().slice(0, 19),
    source: { create },
    digest: `${backup_id} ${iteration}`,
  })
  return planZip<ChunkSource>([
    createManifestEntry(MANIFEST_JSON, chunk.json_size, chunk.json_crc32, () =>
      formatManifestJson(header, entries.map(toManifestLine)),
    ),
    createManifestEntry(MANIFEST_CSV, chunk.csv_size, chunk.csv_crc32, () =>
      formatManifestCsv(entries.map(toManifestLine)),
    ),
    ...entries.flatMap(
      ({ name, size, crc32, modified, sha256, photoId, sidecar }): ZipEntry<ChunkSource>[] => {
        const blob = toOriginalKey({ account_id, sha256, photo_id: photoId })
        return [
          { name, size, crc32, modified, source: { blob }, digest: blob },
          ...(sidecar ? [toSidecarEntry(name, modified, sidecar)] : []),
        ]
      },
    ),
    ...(unreadable ? [toListEntry(unreadable.list, created_at)] : []),
    ...(extra_files ?? []).map(file => ({
      name: file.name,
      size: file.size,
      crc32: file.crc32,
      modified: created_at.toISOString().slice(0, 19),
      ...('text' in file
        ? { source: { create: () => Buffer.from(file.text) }, digest: file.text }
        : { source: { blob: file.blob }, digest: file.blob }),
    })),
  ])
}

const toSidecarEntry = (
  photoName: string,
  modified: string,
  { text, size, crc32 }: Sidecar,
): ZipEntry<ChunkSource> => ({
  name: `${photoName}.xmp`,
  size,
  crc32,
  modified,
  source: { create: () => Buffer.from(text) },
  digest: text,
})

/** Returns the entries whose photos are in the zip. */
export function filterReadableEntries({
  entries,
  unreadable,
}: Pick<ChunkRow, 'entries' | 'unreadable'>): ExportEntry[] {
  const unreadableIds = new Set(unreadable?.photoIds)
  return entries.filter(({ photoId }) => !unreadableIds.has(photoId))
}

const toListEntry = (list: TextFile, created: Date) => ({
  ...toTextFileEntry(list, created),
  source: { create: () => Buffer.from(list.text) },
})
