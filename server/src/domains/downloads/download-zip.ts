import { crc32 } from 'node:zlib'
import type { Context, Reader } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { planZip, safeEntryNames, type ZipEntry, type ZipPlan } from '../../platform/zip/index.ts'
import { findCustomer } from '../customers/index.ts'
import { listStoredPhotos, originalKey } from '../photos/index.ts'
import { findShownPhotos } from '../shared-albums/index.ts'
import type { DownloadRow } from './store.ts'
import type { DownloadEntry } from './tables.ts'

/** Source of an entry's bytes: a blob, or a text that is created on request. */
export type DownloadSource = { blob: string } | { text: Buffer }

/**
 * Plans the zip of a ready download as the account may have it now (decision 0018, RV-306): own photos that are in the
 * library or in the bin, photos of a shared album that it shows to the account. Photos that are missing are left out and
 * named in a text file at the end. Throws 410 when nothing is left.
 */
export async function planDownloadZip(ctx: Context, row: DownloadRow): Promise<ZipPlan<DownloadSource>> {
  const entries = row.manifest ?? []
  const available = await findAvailableOriginals(ctx.db, row)
  const included = entries.filter(({ blobKey }) => available.has(blobKey))
  const missing = entries.filter(({ blobKey }) => !available.has(blobKey))
  if (included.length === 0) throw new Failure('gone', 'No photo of this download is available any more')
  const list = missing.length > 0 ? [await listOfMissing(ctx, row, entries, missing)] : []
  return planZip<DownloadSource>([...included.map(toZipEntry), ...list])
}

/** An entry for the zip planner. The blob key contains the hash, so that it serves as digest, too. */
export const toZipEntry = ({ blobKey, ...entry }: DownloadEntry): ZipEntry<DownloadSource> => ({
  ...entry,
  source: { blob: blobKey },
  digest: blobKey,
})

/** Keys of the originals that the account may have. */
async function findAvailableOriginals(db: Reader, row: DownloadRow): Promise<Set<string>> {
  const photoIds = row.photos.map(photo => photo.photoId)
  const photos = row.album_id
    ? await findShownPhotos(db, row.account_id, row.album_id, photoIds)
    : await listStoredPhotos(db, [row.account_id], photoIds)
  return new Set(photos.map(originalKey))
}

/** The text file that names the missing photos, in the customer's language. */
async function listOfMissing(
  ctx: Context,
  row: DownloadRow,
  entries: readonly DownloadEntry[],
  missing: readonly DownloadEntry[],
): Promise<ZipEntry<DownloadSource>> {
  const text = getTranslator((await findCustomer(ctx.db, row.account_id))?.locale)
  const names = [...entries.map(({ name }) => ({ name })), { name: text('downloads.missing.file') }]
  const lines = [text('downloads.missing.text'), '', ...missing.map(({ name }) => name), '']
  const bytes = Buffer.from(lines.join('\r\n'))
  return {
    name: safeEntryNames(names).at(-1)!,
    size: bytes.length,
    crc32: crc32(bytes),
    modified: row.created_at.toISOString().slice(0, 19),
    source: { text: bytes },
    digest: bytes.toString(),
  }
}
