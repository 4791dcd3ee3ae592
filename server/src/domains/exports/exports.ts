import { randomUUID } from 'node:crypto'
import { EXPORT_DAYS } from '#contract/exports.ts'
import type { LibraryPush } from '#contract/push.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { insertRow, insertRows, lockRow } from '../../platform/db/rows.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { createEntryNames } from '../../platform/zip/index.ts'
import { isImporting } from '../activation/index.ts'
import { createAlbumNamesLoader } from '../albums/index.ts'
import { findCustomer } from '../customers/index.ts'
import { recordSecurityEvent } from '../identity/index.ts'
import {
  countPhotos,
  createHold,
  createSidecar,
  getModifiedTime,
  type HeldPhoto,
  releaseHold,
  setHoldEnd,
  streamHeldPhotos,
  toDownloadName,
} from '../photos/index.ts'
import { type FrozenChunk, planChunk } from './chunk-plan.ts'
import { loadExtraFiles } from './export-parts.ts'
import { type ExportRef, mailExport, prepareExport } from './job-kinds.ts'
import { type ManifestLine, measureManifests, toManifestLine } from './manifest.ts'
import { type ExportRow, findCurrentExport, lockPendingExports, updateExport } from './store.ts'
import type { ExportEntry, ExtraFile } from './tables.ts'

/** An export without progress for this long gets another job at the next request. */
const STALLED_MS = 60_000
export const ARCHIVES_CHANGED: LibraryPush = { type: 'archives-changed' }

/**
 * Requests an export of the library at this moment; idempotent. Returns the running export, or the ready one
 * that has not expired, instead of a second one; the owner is told of a new one. Throws 400 for an empty library and 409 during an import.
 */
export async function requestExport(ctx: Context, accountId: string, channel: string): Promise<ExportRow> {
  const currentExport = await findCurrentExport(ctx.db, accountId, ctx.clock.now())
  if (currentExport) return resendIfStalled(ctx, currentExport)
  if (await isImporting(ctx.db, accountId))
    throw new Failure('not-ready', 'A part of the library is still being imported')
  if ((await countPhotos(ctx.db, accountId)) === 0)
    throw new Failure('bad-request', 'There are no photos to export')
  return change(ctx, async tx => {
    const backupId = randomUUID()
    const at = await createHold(ctx, tx, accountId, backupId)
    // Concurrent requests wait for the lock of the hold; the second one finds the export of the first.
    const concurrentExport = await findCurrentExport(tx.db, accountId, at)
    if (concurrentExport) {
      await releaseHold(ctx, tx, accountId, backupId)
      return concurrentExport
    }
    const row = await insertRow(tx.db, 'exports', {
      account_id: accountId,
      backup_id: backupId,
      state: 'requested',
      channel,
      photos: await countPhotos(tx.db, accountId),
      created_at: at,
      updated_at: at,
    })
    await ctx.jobs.send(tx, prepareExport, [{ accountId, backupId }])
    await publishToAccount(ctx, tx, accountId, ARCHIVES_CHANGED)
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'export.requested' })
    return row
  })
}

/** Sends the job of a stalled export again, because it may have been lost with its process; the job may run twice. */
async function resendIfStalled(ctx: Context, row: ExportRow): Promise<ExportRow> {
  const isStalled = ctx.clock.now().getTime() - row.updated_at.getTime() > STALLED_MS
  if (row.state !== 'ready' && isStalled)
    await change(ctx, tx => ctx.jobs.send(tx, prepareExport, [toExportRef(row)]))
  return row
}

/**
 * Builds an export: REQUESTED → IN_PROGRESS → READY or FAILED. Chunks and READY are committed in one
 * transaction, so that a crash leaves IN_PROGRESS without chunks and the job can run again. Zips are streamed on
 * request, never stored.
 */
export async function buildExport(ctx: Context, ref: ExportRef): Promise<void> {
  if (!(await markInProgress(ctx, ref))) return
  const extraFiles = await loadExtraFiles(ctx, ref.accountId)
  await change(ctx, async tx => {
    const row = await lockRow(tx, 'exports', { account_id: ref.accountId, backup_id: ref.backupId })
    // Cancelled, or completed by another worker.
    if (row?.state !== 'in-progress') return
    const photos = await writeChunks(ctx, tx, row, extraFiles)
    if (photos === 0) return failExport(ctx, tx, ref)
    const now = ctx.clock.now()
    const expires = new Date(now.getTime() + EXPORT_DAYS * 86_400_000)
    await updateExport(tx.db, ref, { state: 'ready', photos, updated_at: now, expires_at: expires })
    await setHoldEnd(tx, ref.accountId, ref.backupId, expires)
    await ctx.jobs.send(tx, mailExport, [ref])
    await publishToAccount(ctx, tx, ref.accountId, ARCHIVES_CHANGED)
    tx.afterCommit(() => ctx.log.info({ export: ref.backupId, photos }, 'export is ready'))
  })
}

/** Sets an export to failed and releases its hold; another one can be requested. */
export async function failExport(ctx: Context, tx: Tx, ref: ExportRef): Promise<void> {
  await updateExport(tx.db, ref, { state: 'failed', updated_at: ctx.clock.now() })
  await releaseHold(ctx, tx, ref.accountId, ref.backupId)
  await publishToAccount(ctx, tx, ref.accountId, ARCHIVES_CHANGED)
}

/** Fails the account's exports that are not ready; ready ones stay until they expire. */
export async function cancelPendingExports(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const rows = await lockPendingExports(tx, accountId)
  for (const ref of rows.map(toExportRef)) await failExport(ctx, tx, ref)
}

export const toExportRef = (row: Pick<ExportRow, 'account_id' | 'backup_id'>): ExportRef => ({
  accountId: row.account_id,
  backupId: row.backup_id,
})

async function markInProgress(ctx: Context, ref: ExportRef): Promise<boolean> {
  return change(ctx, async tx => {
    const row = await lockRow(tx, 'exports', { account_id: ref.accountId, backup_id: ref.backupId })
    if (row?.state !== 'requested' && row?.state !== 'in-progress') return false
    await updateExport(tx.db, ref, { state: 'in-progress', updated_at: ctx.clock.now() })
    return true
  })
}

/** Inserts the chunks and returns the number of their photos. */
async function writeChunks(
  ctx: Context,
  tx: Tx,
  row: ExportRow,
  extraFiles: readonly ExtraFile[],
): Promise<number> {
  const { account_id, backup_id } = row
  const writer = createChunkWriter(row, { limit: ctx.config.exportChunkBytes, extraFiles }, chunk =>
    insertRows(tx.db, 'export_chunks', {
      ...chunk,
      account_id,
      backup_id,
      unreadable: null,
      entries: JSON.stringify(chunk.entries),
      extra_files: chunk.extra_files && JSON.stringify(chunk.extra_files),
    }),
  )
  const undatedFolderName = await findUndatedFolderName(tx, row.account_id)
  for await (const folder of streamExportFolders(tx, row.account_id, row.backup_id, undatedFolderName))
    for (const photo of folder) await writer.add(photo)
  return writer.finish()
}

/** Finds the name of the folder of photos without a date, in the customer's language. */
async function findUndatedFolderName(tx: Tx, accountId: string): Promise<string> {
  const locale = (await findCustomer(tx.db, accountId))?.locale
  return getTranslator(locale)('date.unknown')
}

/** File managers are slow with more files; a larger month continues in '2024/05 (2)'. */
const MAX_FILES_PER_FOLDER = 10_000

interface PhotoInAlbums extends HeldPhoto {
  albums: readonly string[]
}

/**
 * Streams the held photos by date with their entry names, folder by folder: one per month, `undatedFolderName`
 * for the rest. Names are unique in the whole export, so that its zips can be extracted into one directory. One folder
 * and one batch of photos are in memory at a time. Albums are read per batch: a library has many small months.
 */
async function* streamExportFolders(
  tx: Tx,
  accountId: string,
  holdId: string,
  undatedFolderName: string,
): AsyncGenerator<DatedEntry[]> {
  const loadAlbumNames = await createAlbumNamesLoader(tx.db, accountId)
  let folder: PhotoInAlbums[] = []
  let part = 1
  for await (const batch of streamHeldPhotos(tx, accountId, holdId)) {
    const albums = await loadAlbumNames(batch.map(photo => photo.photo_id))
    for (const photo of batch) {
      const isSameMonth = folder[0] === undefined || getMonth(folder[0]) === getMonth(photo)
      if (!isSameMonth || folder.length === MAX_FILES_PER_FOLDER) {
        yield nameEntries(folder, part, undatedFolderName)
        folder = []
        part = isSameMonth ? part + 1 : 1
      }
      folder.push({ ...photo, albums: albums.get(photo.photo_id) ?? [] })
    }
  }
  if (folder.length > 0) yield nameEntries(folder, part, undatedFolderName)
}

function nameEntries(
  photos: readonly PhotoInAlbums[],
  part: number,
  undatedFolderName: string,
): DatedEntry[] {
  const month = getMonth(photos[0]!)
  const folder = (month?.replace('-', '/') ?? undatedFolderName) + (part > 1 ? ` (${part})` : '')
  const names = createEntryNames(photos.map(photo => ({ name: toDownloadName(photo), folder })))
  return photos.map((photo, index) => ({
    month,
    entry: {
      name: names[index]!,
      originalName: photo.file_name,
      size: Number(photo.size),
      crc32: Number(photo.crc32),
      sha256: photo.sha256,
      photoId: photo.photo_id,
      taken: photo.taken_at?.replace(' ', 'T').slice(0, 19) ?? null,
      modified: getModifiedTime(photo),
      albums: [...photo.albums],
      ...toSidecar(photo),
    },
  }))
}

function toSidecar(photo: HeldPhoto) {
  const sidecar = createSidecar(photo)
  return sidecar && { sidecar }
}

/** Returns 'YYYY-MM'; null for Unknown Date. */
const getMonth = ({ taken_unknown, taken_at }: HeldPhoto): string | null =>
  taken_unknown ? null : (taken_at?.slice(0, 7) ?? null)

const estimateSidecarBytes = ({ name, sidecar }: ExportEntry): number =>
  sidecar ? sidecar.size + HEADER_BYTES + 2 * Buffer.byteLength(`${name}.xmp`) : 0

/** An entry and its month, 'YYYY-MM'; null without a date. */
interface DatedEntry {
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
 * Distributes photos over zips in their order: no zip exceeds `limit` bytes unless it contains a single larger
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
        Buffer.byteLength(line.json) +
        Buffer.byteLength(line.csv) +
        ',\n\r\n'.length +
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
