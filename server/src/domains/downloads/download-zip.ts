import { crc32 } from 'node:zlib'
import { createDateFormat } from '#locales/date-format.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { getTranslator, type MessageId, toSupportedLocale } from '../../platform/i18n/translate.ts'
import { createEntryNames, planZip, type ZipEntry, type ZipPlan } from '../../platform/zip/index.ts'
import { findCustomer } from '../customers/index.ts'
import {
  describeStripping,
  findDamagedOriginals,
  listStoredPhotos,
  type OriginalForReader,
  toOriginalsForReader,
} from '../photos/index.ts'
import { findShownPhotos } from '../shared-albums/index.ts'
import type { DownloadRow } from './store.ts'
import type { DownloadEntry } from './tables.ts'

/** Source of an entry's bytes: an original, or a text that is created on request. */
export type DownloadSource = { original: OriginalForReader } | { text: Buffer }

/**
 * Plans the zip of a ready download with the photos that the account may access now: own photos in the
 * library or in the bin, or photos that a shared album shows to the account. Other photos, and photos with unreadable
 * originals, are left out and listed in a text file at the end. Throws 410 when no photo is accessible.
 */
export async function planDownloadZip(ctx: Context, row: DownloadRow): Promise<ZipPlan<DownloadSource>> {
  const entries = row.manifest ?? []
  const availableKeys = await findAvailableOriginals(ctx, row)
  const availableEntries = entries.filter(({ blobKey }) => availableKeys.has(blobKey))
  if (availableEntries.length === 0)
    throw new Failure('gone', 'No photo of this download is available any more')
  const unreadableKeys = await findDamagedOriginals(
    ctx,
    availableEntries.filter(isPhoto).map(({ blobKey, size }) => ({ key: blobKey, size })),
  )
  for (const { blobKey, isUnreadable } of availableEntries) if (isUnreadable) unreadableKeys.add(blobKey)
  const includedEntries = availableEntries.filter(({ blobKey }) => !unreadableKeys.has(blobKey))
  if (includedEntries.length === entries.length) return planZip(entries.map(toZipEntry))
  const missingPhotos: MissingPhotos[] = [
    { reason: 'downloads.missing.text', photos: listPhotos(entries, key => !availableKeys.has(key)) },
    { reason: 'downloads.unreadable.text', photos: listPhotos(entries, key => unreadableKeys.has(key)) },
  ]
  return planZip<DownloadSource>([
    ...includedEntries.map(toZipEntry),
    await createListEntry(ctx, row, entries, missingPhotos),
  ])
}

/** Converts an entry for the zip planner. The blob key contains the hash and therefore serves as digest. */
export const toZipEntry = ({
  blobKey,
  strippedType,
  keepsPosition,
  isUnreadable: _,
  isUndated: _undated,
  text,
  ...entry
}: DownloadEntry): ZipEntry<DownloadSource> => ({
  ...entry,
  ...(text === undefined
    ? {
        source: { original: { key: blobKey, size: entry.size, strippedType, keepsPosition } },
        digest: blobKey + describeStripping({ strippedType, keepsPosition }),
      }
    : { source: { text: Buffer.from(text) }, digest: text }),
})

/** Finds the keys of the originals that the account may access. */
async function findAvailableOriginals(ctx: Context, row: DownloadRow): Promise<Set<string>> {
  const { db } = ctx
  const photoIds = row.photos.map(photo => photo.photoId)
  const photos = row.album_id
    ? await findShownPhotos(db, row.account_id, row.album_id, photoIds)
    : await listStoredPhotos(db, [row.account_id], photoIds)
  const originals = await toOriginalsForReader(ctx, photos, row.account_id)
  // The owner let others see the position when the zip was prepared, and may have ended that.
  const located = new Set(row.manifest?.flatMap(each => (each.keepsPosition ? [each.blobKey] : [])))
  const available = originals.filter(({ key, keepsPosition }) => keepsPosition || !located.has(key))
  return new Set(available.map(({ key }) => key))
}

const listPhotos = (entries: readonly DownloadEntry[], isMissing: (blobKey: string) => boolean) =>
  entries
    .filter(entry => isPhoto(entry) && isMissing(entry.blobKey))
    .map(({ name, modified, isUndated }) => ({ name, taken: isUndated ? null : modified }))

const isPhoto = ({ text }: DownloadEntry) => text === undefined

/** Creates the entry of the text file that names the missing photos. */
async function createListEntry(
  ctx: Context,
  row: DownloadRow,
  entries: readonly DownloadEntry[],
  missingPhotos: readonly MissingPhotos[],
): Promise<ZipEntry<DownloadSource>> {
  const { name, text } = createMissingPhotosFile(
    (await findCustomer(ctx.db, row.account_id))?.locale,
    missingPhotos,
  )
  const uniqueName = createEntryNames([...entries, { name }].map(entry => ({ name: entry.name }))).at(-1)!
  return {
    ...toTextFileEntry({ name: uniqueName, text }, row.created_at),
    source: { text: Buffer.from(text) },
  }
}

/** Photos that are missing in a zip, for one reason. */
interface MissingPhotos {
  reason: MessageId
  photos: readonly MissingPhoto[]
}

interface MissingPhoto {
  name: string
  /** Local date-time 'YYYY-MM-DDTHH:mm:ss'; null without a date. */
  taken: string | null
}

export interface TextFile {
  name: string
  text: string
}

/** Creates the text file that lists the photos missing in a zip, with their dates, in the language of the customer. */
export function createMissingPhotosFile(
  customerLocale: string | undefined,
  missing: readonly MissingPhotos[],
): TextFile {
  const locale = toSupportedLocale(customerLocale)
  const text = getTranslator(locale)
  const dateFormat = createDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const formatLine = ({ name, taken }: MissingPhoto) =>
    `${name}, ${taken ? dateFormat.format(new Date(`${taken}Z`)) : text('date.unknown')}`
  const lines = missing
    .filter(({ photos }) => photos.length > 0)
    .flatMap(({ reason, photos }) => [text(reason), '', ...photos.map(formatLine), ''])
  return { name: text('downloads.missing.file'), text: lines.join('\r\n') }
}

/**
 * Converts a text file to an entry of a zip, without its source. `created` is the instant of the download or export.
 */
export const toTextFileEntry = ({ name, text }: TextFile, created: Date) => ({
  name,
  size: Buffer.byteLength(text),
  crc32: crc32(text),
  modified: created.toISOString().slice(0, 19),
  digest: text,
})
