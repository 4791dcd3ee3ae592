import type { Context } from '../../context.ts'
import { follows, type Listener } from '../../platform/events/events.ts'
import { photosMoved } from '../photos/index.ts'
import { forget, markInBin } from './membership.ts'
import { lockAlbumsOf } from './store.ts'
import { tellAlbums } from './tell.ts'

/**
 * A photo that goes to the bin leaves the views, counts, sizes and covers of its albums with it and keeps its place
 * there; when it comes back it stands where it stood (OP-91). Erasing takes it out of them for good.
 */
export const albumListeners = (ctx: Context): Listener[] => [
  follows(photosMoved, async (tx, { accountId, photoIds, to }) => {
    const albums = await lockAlbumsOf(tx, accountId, photoIds)
    if (albums.length === 0) return
    if (to === 'nowhere') return forget(tx, accountId, photoIds)
    await markInBin(tx, albums, accountId, photoIds, to === 'bin')
    for (const [owner, changed] of Map.groupBy(albums, album => album.account_id))
      await tellAlbums(
        ctx,
        tx,
        owner,
        changed.map(album => album.album_id),
        'updated',
      )
  }),
]
