import { type SqlBool, sql } from 'kysely'
import type { Context, Tx } from '../../context.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { photosMoved } from '../photos/index.ts'
import { forget, markInBin } from './membership.ts'
import { publishAlbumChange, publishSharedAlbumChange } from './notifications.ts'
import { type LockedAlbum, lockAlbumsOf } from './store.ts'

/**
 * A photo that goes to the bin leaves the views, counts, sizes and covers of its albums with it and keeps its place
 * there; when it comes back it stands where it stood (OP-91). Erasing takes it out of them for good. Albums of others
 * that the photo was shared in follow alike (OP-34).
 */
export const albumListeners: readonly Listener<Context>[] = [
  on(photosMoved, async (ctx, tx, { accountId, photoIds, to }) => {
    const albums = await lockAlbumsOf(tx, accountId, photoIds)
    if (albums.length === 0) return
    if (to === 'nowhere') return forget(tx, accountId, photoIds)
    await markInBin(tx, albums, accountId, photoIds, to === 'bin')
    for (const [owner, changed] of Map.groupBy(albums, album => album.account_id))
      await publishAlbumChange(
        ctx,
        tx,
        owner,
        changed.map(album => album.album_id),
        'updated',
      )
    for (const album of albums.filter(each => each.shared))
      await publishSharedAlbumChange(ctx, tx, album, {
        photoIds: await idsIn(tx, album, photoIds),
        change: to === 'bin' ? 'removed' : 'added',
      })
  }),
]

async function idsIn(tx: Tx, album: LockedAlbum, photoIds: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('album_photos')
    .select('photo_id')
    .where('account_id', '=', album.account_id)
    .where('album_id', '=', album.album_id)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return rows.map(row => row.photo_id)
}
