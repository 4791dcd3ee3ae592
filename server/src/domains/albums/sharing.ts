import { type SqlBool, sql } from 'kysely'
import type { Context, Reader, Tx } from '../../context.ts'
import { changeTime } from './albums.ts'
import type { AlbumCursor } from './cursors.ts'
import { chooseCovers } from './membership.ts'
import { nameSort } from './name-sort.ts'
import { publishAlbumChange, publishSharedAlbumChange } from './notifications.ts'
import { type AlbumKey, type AlbumRow, insertAlbum, lockAlbum, setAlbum } from './store.ts'

/* Shared albums lie in the same tables as others. Who takes part in them is the shared-albums domain's to know. */

/** The shared album of this id, whoever owns it. */
export function findSharedAlbum(db: Reader, albumId: string): Promise<AlbumRow | undefined> {
  return sharedAlbums(db).where('album_id', '=', albumId).executeTakeFirst()
}

/** One page of these shared albums, newest first; one extra row is read to know whether more follow. */
export async function sharedAlbumPage(
  db: Reader,
  albumIds: readonly string[],
  cursor: AlbumCursor | null,
  limit: number,
): Promise<{ rows: AlbumRow[]; next: AlbumCursor | null }> {
  const rows = await sharedAlbums(db)
    .where(sql<SqlBool>`album_id = any(${albumIds}::uuid[])`)
    .$if(cursor !== null, q =>
      q.where(sql<SqlBool>`(created_at, album_id) < (${cursor![0]}::timestamptz, ${cursor![1]}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('album_id', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows[limit - 1]
  const more = rows.length > limit && last
  return { rows: rows.slice(0, limit), next: more ? [last.created_at.toISOString(), last.album_id] : null }
}

/** How many shared albums there are of an owner, and when they and the named ones were made and changed last. */
export async function sharedAlbumsSpan(
  db: Reader,
  ownerId: string,
  albumIds: readonly string[],
): Promise<{ granted: number; created: Date | null; updated: Date | null }> {
  return db
    .selectFrom('albums')
    .select(sql<number>`(count(*) filter (where account_id = ${ownerId}))::int`.as('granted'))
    .select(sql<Date | null>`min(created_at)`.as('created'))
    .select(sql<Date | null>`max(updated_at)`.as('updated'))
    .where(sql<SqlBool>`shared`)
    .where(sql<SqlBool>`(account_id = ${ownerId} or album_id = any(${albumIds}::uuid[]))`)
    .executeTakeFirstOrThrow()
}

const sharedAlbums = (db: Reader) => db.selectFrom('albums').selectAll().where(sql<SqlBool>`shared`)

/** A shared album as its source has it. `photos` in order of arrival, held by the transaction, of any libraries. */
export interface SharedContent {
  name: string
  createdAt: Date
  photos: readonly { ownerId: string; photoId: string; addedAt: Date }[]
  coverPhotoId: string | null
}

/**
 * Makes a shared album, or makes it equal to what is given; photos that are in it already keep their places. 'taken'
 * when the id is used by an album that is not shared, or by a shared one of somebody else: nothing is changed then.
 */
export async function putSharedAlbum(
  ctx: Context,
  tx: Tx,
  key: AlbumKey,
  content: SharedContent,
): Promise<'created' | 'updated' | 'unchanged' | 'taken'> {
  const { account_id: accountId, album_id: albumId } = key
  const { name, createdAt, coverPhotoId } = content
  const shared = await findSharedAlbum(tx.db, albumId)
  const before = await lockAlbum(tx, accountId, albumId)
  if (shared ? shared.account_id !== accountId : before) return 'taken'
  if (!before) {
    const row = { ...key, name, name_sort: nameSort(name), at: createdAt, shared: true }
    if (!(await insertAlbum(tx, row))) return 'taken'
  }
  const added = await putContent(tx, key, before?.next_position ?? 1, content.photos)
  const removed = before ? await removeOthers(tx, key, content.photos) : []
  const same =
    before?.name === name &&
    before.chosen_cover_id === coverPhotoId &&
    before.created_at.getTime() === createdAt.getTime()
  if (same && added.length + removed.length === 0) return 'unchanged'
  const lastAdded = Math.max(createdAt.getTime(), ...content.photos.map(photo => photo.addedAt.getTime()))
  await setAlbum(tx, key, {
    name,
    name_sort: nameSort(name),
    chosen_cover_id: coverPhotoId,
    created_at: createdAt,
    updated_at: before ? changeTime(ctx, before) : new Date(lastAdded),
  })
  await countContent(tx, key)
  await chooseCovers(tx, [key])
  await publishAlbumChange(ctx, tx, accountId, [albumId], before ? 'updated' : 'added')
  if (removed.length > 0)
    await publishSharedAlbumChange(ctx, tx, key, { photoIds: removed, change: 'removed' })
  await publishSharedAlbumChange(ctx, tx, key, { photoIds: added, change: 'added' })
  return before ? 'updated' : 'created'
}

/** Takes all photos of one library out of a locked shared album, also those in the bin: they do not come back (OP-17). */
export async function takeOutOwner(ctx: Context, tx: Tx, album: AlbumRow, ownerId: string): Promise<void> {
  const gone = await tx.db
    .deleteFrom('album_photos')
    .where('account_id', '=', album.account_id)
    .where('album_id', '=', album.album_id)
    .where('owner_id', '=', ownerId)
    .returning(['photo_id', 'in_bin'])
    .execute()
  const coverLeft = gone.some(row => row.photo_id === album.chosen_cover_id)
  await setAlbum(tx, album, {
    ...(coverLeft ? { chosen_cover_id: null } : {}),
    updated_at: changeTime(ctx, album),
  })
  await countContent(tx, album)
  await chooseCovers(tx, [album])
  await publishAlbumChange(ctx, tx, album.account_id, [album.album_id], 'updated')
  const photoIds = gone.filter(row => !row.in_bin).map(row => row.photo_id)
  await publishSharedAlbumChange(ctx, tx, album, { photoIds, change: 'removed' })
}

/** Adds what is not in the album yet, in the order given. Answers the ids of those that came. */
async function putContent(
  tx: Tx,
  { account_id, album_id }: AlbumKey,
  nextPosition: number,
  photos: SharedContent['photos'],
): Promise<string[]> {
  const { rows } = await sql<{ photo_id: string }>`
    insert into album_photos
      (account_id, album_id, owner_id, photo_id, position, added_at, taken_sort, taken_unknown, size, in_bin)
    select ${account_id}, ${album_id}::uuid, p.account_id, p.photo_id, ${nextPosition}::int + w.n::int - 1,
      w.added_at, p.taken_sort, p.taken_unknown, p.size, p.deleted_at is not null
    from unnest(
      ${photos.map(photo => photo.ownerId)}::text[],
      ${photos.map(photo => photo.photoId)}::uuid[],
      ${photos.map(photo => photo.addedAt.toISOString())}::timestamptz[]
    ) with ordinality as w (owner_id, photo_id, added_at, n)
    join photos p on p.account_id = w.owner_id and p.photo_id = w.photo_id
    on conflict (account_id, album_id, photo_id) do nothing
    returning photo_id`.execute(tx.db)
  if (rows.length > 0)
    await tx.db
      .updateTable('albums')
      .set({ next_position: nextPosition + photos.length })
      .where('account_id', '=', account_id)
      .where('album_id', '=', album_id)
      .execute()
  return rows.map(row => row.photo_id)
}

async function removeOthers(
  tx: Tx,
  { account_id, album_id }: AlbumKey,
  photos: SharedContent['photos'],
): Promise<string[]> {
  const rows = await tx.db
    .deleteFrom('album_photos')
    .where('account_id', '=', account_id)
    .where('album_id', '=', album_id)
    .where(sql<SqlBool>`photo_id <> all(${photos.map(photo => photo.photoId)}::uuid[])`)
    .returning('photo_id')
    .execute()
  return rows.map(row => row.photo_id)
}

/** Count and size of a locked album from its rows. */
async function countContent(tx: Tx, { account_id, album_id }: AlbumKey): Promise<void> {
  await sql`
    update albums a set photos = c.photos, size = c.size
    from (
      select count(*)::int as photos, coalesce(sum(size), 0)::bigint as size from album_photos
      where account_id = ${account_id} and album_id = ${album_id}::uuid and not in_bin
    ) c
    where a.account_id = ${account_id} and a.album_id = ${album_id}::uuid`.execute(tx.db)
}
