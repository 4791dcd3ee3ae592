import type { Context } from '../../context.ts'
import { follows, type Listener } from '../../platform/events/events.ts'
import { photosMoved } from '../photos/index.ts'
import { lockAlbumsOf } from './store/albums.ts'
import { deletePhotos, markInBin } from './store/membership.ts'
import { containedPhotoIds } from './store/photo-pages.ts'
import { tellAlbums, tellShared } from './tell.ts'

/**
 * A photo that goes to the bin leaves the views, counts, sizes and covers of its albums with it and keeps its place
 * there; when it comes back it stands where it stood (OP-91). Erasing takes it out of them for good. Albums of others
 * that the photo was shared in follow alike (OP-34).
 */
export const albumListeners = (ctx: Context): Listener[] => [
  follows(photosMoved, async (tx, { accountId, photoIds, to }) => {
    const albums = await lockAlbumsOf(tx, accountId, photoIds)
    if (albums.length === 0) return
    if (to === 'nowhere') return deletePhotos(tx, accountId, photoIds)
    await markInBin(tx, albums, accountId, photoIds, to === 'bin')
    for (const [owner, changed] of Map.groupBy(albums, album => album.account_id))
      await tellAlbums(
        ctx,
        tx,
        owner,
        changed.map(album => album.album_id),
        'updated',
      )
    for (const album of albums.filter(each => each.shared))
      await tellShared(ctx, tx, album, {
        photoIds: await containedPhotoIds(tx, album, photoIds),
        change: to === 'bin' ? 'removed' : 'added',
      })
  }),
]
