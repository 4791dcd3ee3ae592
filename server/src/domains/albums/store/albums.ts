import { type Selectable, type SqlBool, sql } from 'kysely'
import type { AlbumSortKey } from '#contract/albums.ts'
import type { SortOrder } from '#contract/photos.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'
import { cutPage } from '../../../platform/db/cut-page.ts'
import {
  deleteRows,
  findRow,
  insertMissingRow,
  lockRow,
  notNull,
  updateRows,
} from '../../../platform/db/rows.ts'
import { selectCustomer } from '../../customers/index.ts'
import { selectLibraryCounts } from '../../photos/index.ts'
import type { AlbumCursor } from '../cursors.ts'
import type { AlbumsTable } from '../tables.ts'

export type AlbumRow = Selectable<AlbumsTable>
export type AlbumKey = Pick<AlbumRow, 'account_id' | 'album_id'>
export const toAlbumKey = ({ account_id, album_id }: AlbumKey): AlbumKey => ({ account_id, album_id })
export type LockedAlbum = AlbumKey & Pick<AlbumRow, 'shared' | 'deleted_at'>

export const listDistinctAccountIds = (albums: readonly AlbumKey[]) => [
  ...new Set(albums.map(album => album.account_id)),
]

export interface AlbumOrder {
  sortKey: AlbumSortKey
  sortOrder: SortOrder
}

const COLUMN_BY_SORT_KEY = { created: 'created_at', updated: 'updated_at', albumName: 'name_sort' } as const

/** Lists one page of the caller's albums, by keyset; one extra row is read to find the end. */
export async function listAlbums(
  db: Reader,
  accountId: string,
  order: AlbumOrder,
  page: { cursor: AlbumCursor | null; limit: number; shared: boolean },
): Promise<{ rows: AlbumRow[]; next: AlbumCursor | null }> {
  const column = COLUMN_BY_SORT_KEY[order.sortKey]
  const type = sql.raw(order.sortKey === 'albumName' ? 'text collate "C"' : 'timestamptz')
  const comparison = sql.raw(order.sortOrder === 'asc' ? '>' : '<')
  const rows = await db
    .selectFrom('albums')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .$if(!page.shared, q => q.where(sql<SqlBool>`not shared`))
    .$if(page.cursor !== null, q => {
      const [value, id] = page.cursor!
      return q.where(
        sql<SqlBool>`(${sql.ref(column)}, album_id) ${comparison} (${value}::${type}, ${id}::uuid)`,
      )
    })
    .orderBy(column, order.sortOrder)
    .orderBy('album_id', order.sortOrder)
    .limit(page.limit + 1)
    .execute()
  return cutPage(rows, page.limit, last => toCursor(last, column))
}

function toCursor(row: AlbumRow, column: (typeof COLUMN_BY_SORT_KEY)[AlbumSortKey]): AlbumCursor {
  const value = row[column]
  return [typeof value === 'string' ? value : value.toISOString(), row.album_id]
}

export async function findAlbum(
  db: Reader,
  accountId: string,
  albumId: string,
): Promise<AlbumRow | undefined> {
  return findRow(db, 'albums', { account_id: accountId, album_id: albumId, deleted_at: null })
}

/**
 * Locks the album; a deleted one only with `isDeleted`. A transaction locks photos, months and counts of photos before albums, so that two never deadlock.
 */
export function lockAlbum(
  tx: Tx,
  accountId: string,
  albumId: string,
  { isDeleted = false } = {},
): Promise<AlbumRow | undefined> {
  const key = { account_id: accountId, album_id: albumId, deleted_at: isDeleted ? notNull : null }
  return lockRow(tx, 'albums', key)
}

/**
 * Locks the albums that contain any of these photos, deleted ones too, whose counts and covers stay right, in a fixed order so that two transactions never deadlock. The caller
 * has locked the photos, so that none is added to another album in between.
 */
export async function lockAlbumsWithPhotos(
  tx: Tx,
  ownerId: string,
  photoIds: readonly string[],
): Promise<LockedAlbum[]> {
  const albumKeys = await tx.db
    .selectFrom('album_photos')
    .select(['account_id', 'album_id'])
    .distinct()
    .where('owner_id', '=', ownerId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .orderBy('account_id')
    .modifyEnd(acrossAccounts('photos can be in shared albums of others'))
    .execute()
  const lockedAlbums: LockedAlbum[] = []
  for (const [accountId, albums] of Map.groupBy(albumKeys, album => album.account_id))
    lockedAlbums.push(...(await lockAlbums(tx, accountId, albums)))
  return lockedAlbums
}

function lockAlbums(tx: Tx, accountId: string, albums: readonly AlbumKey[]): Promise<LockedAlbum[]> {
  return tx.db
    .selectFrom('albums')
    .select(['account_id', 'album_id', 'shared', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`album_id = any(${albums.map(album => album.album_id)}::uuid[])`)
    .orderBy('album_id')
    .forUpdate()
    .execute()
}

/** Returns false when the account has an album of this id already. */
export async function insertAlbum(
  tx: Tx,
  album: AlbumKey & { name: string; name_sort: string; at: Date; shared?: boolean },
): Promise<boolean> {
  const { at, shared = false, ...row } = album
  if (!(await insertMissingRow(tx.db, 'albums', { ...row, shared, created_at: at, updated_at: at })))
    return false
  await changeAlbumCount(tx, album.account_id, 1)
  return true
}

/** Hides a locked album, or shows it again with null. */
export async function setAlbumDeleted(tx: Tx, album: AlbumKey, deletedAt: Date | null): Promise<void> {
  await updateRows(tx.db, 'albums', toAlbumKey(album), { deleted_at: deletedAt })
  await changeAlbumCount(tx, album.account_id, deletedAt ? -1 : 1)
}

/** Lists albums that were deleted before this time. */
export function listAlbumsDeletedBefore(db: Reader, before: Date, limit: number): Promise<AlbumKey[]> {
  return db
    .selectFrom('albums')
    .select(['account_id', 'album_id'])
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(limit)
    .modifyEnd(acrossAccounts('albums whose days in the bin are over'))
    .execute()
}

/** Deletes the rows of a locked album, which counts until then unless it is hidden. */
export async function deleteAlbumRows(tx: Tx, album: AlbumRow): Promise<void> {
  await deleteRows(tx.db, 'album_photos', toAlbumKey(album))
  await deleteRows(tx.db, 'albums', toAlbumKey(album))
  if (!album.deleted_at) await changeAlbumCount(tx, album.account_id, -1)
}

async function changeAlbumCount(tx: Tx, accountId: string, delta: 1 | -1): Promise<void> {
  if (delta === 1)
    await tx.db
      .insertInto('album_counts')
      .values({ account_id: accountId, albums: 1 })
      .onConflict(oc => oc.column('account_id').doUpdateSet({ albums: sql<number>`album_counts.albums + 1` }))
      .execute()
  else await updateRows(tx.db, 'album_counts', { account_id: accountId }, { albums: sql<number>`albums - 1` })
}

export function findLibraryTotals(db: Reader, accountId: string) {
  const albums = db.selectFrom('album_counts').select('albums as count').where('account_id', '=', accountId)
  return selectCustomer(db, accountId)
    .select(['registered_at', 'last_uploaded_at', ...selectLibraryCounts(db, accountId), albums.as('albums')])
    .executeTakeFirst()
}

/** Lists covers of these albums with the accounts that own the photos. */
export async function listCoverOwners(
  db: Reader,
  albums: readonly AlbumKey[],
): Promise<{ ownerId: string; photoId: string }[]> {
  return db
    .selectFrom('albums')
    .innerJoin('album_photos', join =>
      join
        .onRef('album_photos.account_id', '=', 'albums.account_id')
        .onRef('album_photos.album_id', '=', 'albums.album_id')
        .onRef('album_photos.photo_id', '=', 'albums.cover_photo_id'),
    )
    .select(['album_photos.owner_id as ownerId', 'album_photos.photo_id as photoId'])
    .where('albums.account_id', 'in', [...new Set(albums.map(album => album.account_id))])
    .where(sql<SqlBool>`albums.album_id = any(${albums.map(album => album.album_id)}::uuid[])`)
    .execute()
}
