import { randomUUID } from 'node:crypto'
import { ALBUM_NAME_MAX } from '#contract/input/album.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { deleteRows, listColumns } from '../../platform/db/rows.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { type ImportRef, lockImportRun, updateActivation } from '../activation/index.ts'
import { findCustomer } from '../customers/index.ts'
import { cleanFileName } from '../uploads/index.ts'
import type { IndexedAlbum, IndexedPhoto, LibraryIndex } from './library-index.ts'
import { insertFiles, upsertAlbum } from './store.ts'

const BATCH = 5000

/**
 * Plans the files and albums of a run in one transaction: files that earlier runs imported stay as they are, all
 * others wait again as the index lists them now. Does nothing when the run is planned already.
 */
export async function planRun(ctx: Context, ref: ImportRef, index: LibraryIndex): Promise<void> {
  const { accountId, run } = ref
  await change(ctx, async tx => {
    const row = await lockImportRun(tx, accountId, run)
    if (!row || row.planned_run === run) return
    await deleteRows(tx.db, 'import_files', { account_id: accountId, state: ['waiting', 'refused'] })
    const importedFiles = await listColumns(tx.db, 'import_files', { account_id: accountId }, ['n', 'file'])
    const numbers = new Map(importedFiles.map(each => [each.file, each.n]))
    const pendingPhotos = index.photos.filter(photo => photo.file === null || !numbers.has(photo.file))
    let n = importedFiles.reduce((most, each) => Math.max(most, each.n), 0)
    const rows = pendingPhotos.map(photo => toFileRow(++n, run, photo))
    for (const each of rows) if (each.file) numbers.set(each.file, each.n)
    for (let i = 0; i < rows.length; i += BATCH) await insertFiles(tx, accountId, rows.slice(i, i + BATCH))
    await planAlbums(tx, accountId, index.albums, numbers)
    await updateActivation(tx, accountId, {
      planned_run: run,
      photos: importedFiles.length + rows.length,
      refused: rows.filter(each => each.state === 'refused').length,
      stepped_at: ctx.clock.now(),
    })
  })
}

const toFileRow = (n: number, run: number, photo: IndexedPhoto) => ({
  n,
  file: photo.file ?? '',
  file_name: cleanFileName(photo.fileName),
  sha256: photo.sha256,
  taken_at: photo.taken?.at ?? null,
  taken_offset: photo.taken?.offset ?? null,
  taken_precision: photo.taken?.precision ?? ('second' as const),
  state: photo.file === null ? ('refused' as const) : ('waiting' as const),
  reason: photo.file === null ? 'bad-entry' : null,
  run: photo.file === null ? run : 0,
})

async function planAlbums(
  tx: Tx,
  accountId: string,
  albums: readonly IndexedAlbum[],
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  await deleteRows(tx.db, 'import_albums', { account_id: accountId, run: 0 })
  const untitledName = await getUntitledName(tx, accountId)
  for (const [n, album] of albums.entries())
    await upsertAlbum(tx, {
      account_id: accountId,
      key: album.key,
      n,
      album_id: randomUUID(),
      name: toAlbumName(album.name) || untitledName,
      created_at: album.createdAt,
      cover: (album.cover !== null && numbers.get(album.cover)) || null,
      files: album.files.map(file => numbers.get(file)!),
    })
}

/** Converts a name from the index to a valid album name. */
function toAlbumName(indexName: string): string {
  const cleanName = indexName.replace(/[<>;\p{Cc}]/gu, ' ').trim()
  return [...cleanName].slice(0, ALBUM_NAME_MAX).join('').trim()
}

async function getUntitledName(tx: Tx, accountId: string): Promise<string> {
  const locale = (await findCustomer(tx.db, accountId))?.locale
  return getTranslator(locale)('albums.name.placeholder')
}
