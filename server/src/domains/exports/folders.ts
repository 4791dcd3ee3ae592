import type { Tx } from '../../context.ts'
import { createEntryNames } from '../../platform/zip/index.ts'
import { createAlbumNamesLoader } from '../albums/index.ts'
import { createSidecar, type HeldPhoto, streamHeldPhotos, toDownloadName } from '../photos/index.ts'
import type { DatedEntry } from './chunk-writer.ts'

/** File managers are slow with more files; a larger month continues in '2024/05 (2)'. */
const MAX_FILES_PER_FOLDER = 10_000

interface PhotoInAlbums extends HeldPhoto {
  albums: readonly string[]
}

/**
 * Streams the held photos by date with their entry names (OP-94), folder by folder: one per month, `undatedFolderName`
 * for the rest. Names are unique in the whole export, so that its zips can be extracted into one directory. One folder
 * and one batch of photos are in memory at a time. Albums are read per batch: a library has many small months.
 */
export async function* streamExportFolders(
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
