import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { deleteRows, findRow, insertRows, listColumns, listRows } from '../../platform/db/rows.ts'
import { selectSharedAlbumOwners } from '../albums/index.ts'
import type { SharedAlbumMembersTable } from './tables.ts'

export type MemberRow = Selectable<SharedAlbumMembersTable>
export type SharedAlbumKey = Pick<MemberRow, 'account_id' | 'album_id'>

/** Lists participants of an album in the order they joined, without former ones. */
export function listMembers(db: Reader, album: SharedAlbumKey): Promise<MemberRow[]> {
  return selectMembers(db, album).where('left_at', 'is', null).execute()
}

/** Query fragment: participants of an album, including former ones. */
export const selectMembers = (db: Reader, { account_id, album_id }: SharedAlbumKey) =>
  db
    .selectFrom('shared_album_members')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('album_id', '=', album_id)
    .orderBy('joined_at')
    .orderBy('member_id')

export async function isMember(db: Reader, album: SharedAlbumKey, accountId: string): Promise<boolean> {
  const { account_id, album_id } = album
  const key = { account_id, album_id, member_id: accountId, left_at: null }
  return (await findRow(db, 'shared_album_members', key)) !== undefined
}

/** Finds the shared album, if the account is its owner or a participant. */
export function findSharedAlbumKey(
  db: Reader,
  accountId: string,
  albumId: string,
): Promise<SharedAlbumKey | undefined> {
  return selectSharedAlbumOwners(db)
    .leftJoin('shared_album_members as member', join =>
      join
        .onRef('member.account_id', '=', 'shared_album_owners.account_id')
        .onRef('member.album_id', '=', 'shared_album_owners.album_id')
        .on('member.member_id', '=', accountId)
        .on('member.left_at', 'is', null),
    )
    .select(['shared_album_owners.account_id', 'shared_album_owners.album_id'])
    .where('shared_album_owners.album_id', '=', albumId)
    .where(eb =>
      eb.or([eb('shared_album_owners.account_id', '=', accountId), eb('member.member_id', 'is not', null)]),
    )
    .executeTakeFirst()
}

/** Lists the albums that the account is a participant of. */
export function listJoinedAlbums(db: Reader, accountId: string): Promise<SharedAlbumKey[]> {
  const key = { member_id: accountId, left_at: null }
  return listColumns(db, 'shared_album_members', key, ['account_id', 'album_id'])
}

export async function insertMembers(
  tx: Tx,
  album: SharedAlbumKey,
  memberIds: readonly string[],
  at: Date,
): Promise<void> {
  if (memberIds.length === 0) return
  await insertRows(
    tx.db,
    'shared_album_members',
    memberIds.map(member_id => ({ ...album, member_id, joined_at: at })),
  )
}

/** Deletes the rows of these members; without a list the rows of all, including members who left. */
export async function deleteMembers(
  tx: Tx,
  album: SharedAlbumKey,
  memberIds?: readonly string[],
): Promise<void> {
  const { account_id, album_id } = album
  const key = { account_id, album_id, ...(memberIds && { member_id: memberIds }) }
  await deleteRows(tx.db, 'shared_album_members', key)
}

/** Finds instants at which owners deleted these albums, by album id. */
export async function findAlbumDeletionDates(
  db: Reader,
  albumIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await listRows(db, 'shared_albums_ended', { album_id: albumIds })
  return new Map(rows.map(row => [row.album_id, row.ended_at]))
}
