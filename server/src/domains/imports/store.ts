import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../context.ts'
import { deleteRows, findRow, updateRows, upsertRow } from '../../platform/db/rows.ts'
import type { ImportAlbumsTable, ImportFilesTable } from './tables.ts'

export type FileRow = Selectable<ImportFilesTable>
type AlbumRow = Selectable<ImportAlbumsTable>

/** Lists photos of the given files that were imported by runs later than `after`. */
export function listPhotosOfFiles(tx: Tx, accountId: string, numbers: readonly number[], after: number) {
  return tx.db
    .selectFrom('import_files')
    .select(['n', 'photo_id'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`n = any(${numbers}::int[])`)
    .where('photo_id', 'is not', null)
    .where('run', '>', after)
    .execute()
}

/** Returns the number of the file that this upload added; undefined when it added none. */
export async function findAddedFile(
  tx: Tx,
  accountId: string,
  uploadId: string,
): Promise<number | undefined> {
  const row = await findRow(
    tx.db,
    'import_files',
    { account_id: accountId, upload_id: uploadId, state: 'added' },
    ['n'],
  )
  return row?.n
}

/** Inserts files as one JSON parameter: ten times as fast as parameters per row. */
export async function insertFiles(
  tx: Tx,
  accountId: string,
  rows: readonly Omit<FileRow, 'account_id' | 'upload_id' | 'photo_id'>[],
): Promise<void> {
  await sql`
    insert into import_files
      (account_id, n, file, file_name, sha256, taken_at, taken_offset, taken_precision, state, reason, run)
    select ${accountId}, n, file, file_name, sha256, taken_at, taken_offset, taken_precision, state, reason, run
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n int, file text, file_name text,
      sha256 text, taken_at text, taken_offset int, taken_precision text, state text, reason text, run int)`.execute(
    tx.db,
  )
}

/** Sets the last run of an album; false when another worker did before. */
export async function setRunOfAlbum(tx: Tx, album: AlbumRow, run: number): Promise<boolean> {
  const key = { account_id: album.account_id, key: album.key, run: album.run }
  return (await updateRows(tx.db, 'import_albums', key, { run })) > 0
}

/** Inserts an album, or updates position and files of an existing one. */
export async function upsertAlbum(tx: Tx, { files, ...album }: Omit<AlbumRow, 'run'>): Promise<void> {
  const indexValues = { n: album.n, files: JSON.stringify(files) }
  await upsertRow(tx.db, 'import_albums', ['account_id', 'key'], { ...album, ...indexValues }, indexValues)
}

/** Deletes all planned and imported files and albums. */
export async function deleteImport(tx: Tx, accountId: string): Promise<void> {
  await deleteRows(tx.db, 'import_files', { account_id: accountId })
  await deleteRows(tx.db, 'import_albums', { account_id: accountId })
}
