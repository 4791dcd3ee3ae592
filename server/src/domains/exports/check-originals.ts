import { type Context, change } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { createEntryNames } from '../../platform/zip/index.ts'
import { findCustomer } from '../customers/index.ts'
import { createMissingPhotosFile } from '../downloads/index.ts'
import { findDamagedOriginals, toOriginalKey } from '../photos/index.ts'
import { type FrozenChunk, filterReadableEntries, planChunk } from './chunk-plan.ts'
import { ARCHIVES_CHANGED } from './exports.ts'
import { measureManifests, toManifestLine } from './manifest.ts'
import { type ChunkRow, type ExportRow, findChunk, listChunks, updateUnreadablePhotos } from './store.ts'
import type { ExportEntry, UnreadablePhotos } from './tables.ts'

/** Checks the originals of all zips of a ready export. Throws while the blob store is unavailable. */
export async function checkExport(ctx: Context, row: ExportRow): Promise<void> {
  for (const { iteration } of await listChunks(ctx.db, row)) {
    const chunk = await findChunk(ctx.db, row, iteration)
    if (chunk) await checkChunk(ctx, row, chunk)
  }
}

/**
 * Checks that the originals of a zip can be read, without reading their bytes, and stores the unreadable
 * originals: the zip then contains a list in their place. Throws while the blob store is unavailable.
 */
export async function checkChunk(ctx: Context, row: ExportRow, chunk: ChunkRow): Promise<void> {
  await storeUnreadableEntries(ctx, row, chunk, await findUnreadableEntries(ctx, row, chunk.entries))
}

/** Checks the unreadable originals again, and returns originals that an operator has restored to the zip. */
export async function recheckUnreadableEntries(
  ctx: Context,
  row: ExportRow,
  iteration: number,
): Promise<void> {
  const chunk = await findChunk(ctx.db, row, iteration)
  if (!chunk) return
  const readable = new Set(filterReadableEntries(chunk))
  const unreadableEntries = chunk.entries.filter(entry => !readable.has(entry))
  if (unreadableEntries.length > 0)
    await storeUnreadableEntries(ctx, row, chunk, await findUnreadableEntries(ctx, row, unreadableEntries))
}

async function findUnreadableEntries(
  ctx: Context,
  { account_id }: ExportRow,
  entries: readonly ExportEntry[],
): Promise<ExportEntry[]> {
  const toBlobKey = ({ sha256, photoId }: ExportEntry) =>
    toOriginalKey({ account_id, sha256, photo_id: photoId })
  const unreadable = await findDamagedOriginals(
    ctx,
    entries.map(entry => ({ key: toBlobKey(entry), size: entry.size })),
  )
  return entries.filter(entry => unreadable.has(toBlobKey(entry)))
}

async function storeUnreadableEntries(
  ctx: Context,
  row: ExportRow,
  chunk: ChunkRow,
  unreadableEntries: readonly ExportEntry[],
): Promise<void> {
  const previousIds = chunk.unreadable?.photoIds ?? []
  if (previousIds.join() === unreadableEntries.map(({ photoId }) => photoId).join()) return
  const locale = (await findCustomer(ctx.db, row.account_id))?.locale
  const remeasuredChunk = remeasureChunk(row, {
    ...chunk,
    unreadable: describeUnreadable(locale, chunk.iteration, unreadableEntries),
  })
  await change(ctx, async tx => {
    await updateUnreadablePhotos(tx, row, {
      ...remeasuredChunk,
      size: planChunk(row, remeasuredChunk).length,
    })
    await publishToAccount(ctx, tx, row.account_id, ARCHIVES_CHANGED)
  })
}

/**
 * Creates the record of missing photos; null without missing photos. Each zip has a file name of its own: all of them
 * may be extracted into one folder.
 */
function describeUnreadable(
  locale: string | undefined,
  iteration: number,
  unreadableEntries: readonly ExportEntry[],
): UnreadablePhotos | null {
  if (unreadableEntries.length === 0) return null
  const { name, text } = createMissingPhotosFile(locale, [
    { reason: 'downloads.unreadable.text', photos: unreadableEntries },
  ])
  const names = createEntryNames(Array.from({ length: iteration }, () => ({ name })))
  return { photoIds: unreadableEntries.map(({ photoId }) => photoId), list: { name: names.at(-1)!, text } }
}

/** Returns the chunk with the measures of manifests that list only the readable photos. */
function remeasureChunk(row: ExportRow, chunk: FrozenChunk): FrozenChunk {
  const { iteration, last } = chunk
  const header = { backupId: row.backup_id, created: row.created_at, iteration, last }
  return { ...chunk, ...measureManifests(header, filterReadableEntries(chunk).map(toManifestLine)) }
}
