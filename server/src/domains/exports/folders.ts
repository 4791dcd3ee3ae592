import type { Tx } from '../../context.ts'
import { createEntryNames } from '../../platform/zip/index.ts'
import { createAlbumNamesLoader } from '../albums/index.ts'
import { type HeldPhoto, streamHeldPhotos, toDownloadName } from '../photos/index.ts'
import type { DatedEntry } from './chunk-writer.ts'

/** File managers are slow with more files; a larger month continues in '2024/05 (2)'. */
const MAX_FILES_PER_FOLDER = 10_000

interface PhotoInAlbums extends HeldPhoto {
  albums: readonly string[]
}

/**
 * The held photos by date with their entry names (OP-94), folder by folder: one per month, `undated` for the rest. Names
 * are unique in the whole export, so that its zips can be extracted into one directory. One folder and one batch of photos
 * are in memory at a time. Albums are read per batch: a library has many small months.
 */
export async function* exportFolders(
  tx: Tx,
  accountId: string,
  holdId: string,
  undated: string,
): AsyncGenerator<DatedEntry[]> {
  const loadAlbumNames = await createAlbumNamesLoader(tx.db, accountId)
  let folder: PhotoInAlbums[] = []
  let part = 1
  for await (const batch of streamHeldPhotos(tx, accountId, holdId)) {
    const albums = await loadAlbumNames(batch.map(photo => photo.photo_id))
    for (const photo of batch) {
      const isSameMonth = folder[0] === undefined || getMonth(folder[0]) === getMonth(photo)
      if (!isSameMonth || folder.length === MAX_FILES_PER_FOLDER) {
        yield nameEntries(folder, part, undated)
        folder = []
        part = isSameMonth ? part + 1 : 1
      }
      folder.push({ ...photo, albums: albums.get(photo.photo_id) ?? [] })
    }
  }
  if (folder.length > 0) yield nameEntries(folder, part, undated)
}

function nameEntries(photos: readonly PhotoInAlbums[], part: number, undated: string): DatedEntry[] {
  const month = getMonth(photos[0]!)
  const folder = (month?.replace('-', '/') ?? undated) + (part > 1 ? ` (${part})` : '')
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
      albums: [...photo.albums],
    },
  }))
}

/** 'YYYY-MM'; null for Unknown Date. */
function getMonth({ taken_unknown, taken_month }: HeldPhoto): string | null {
  if (taken_unknown) return null
  return `${String(Math.floor(taken_month / 100)).padStart(4, '0')}-${String(taken_month % 100).padStart(2, '0')}`
}
