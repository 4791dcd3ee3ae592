import type { Context } from '../../context.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { accountClosed, accountReopened } from '../customers/index.ts'
import { photoDatesChanged, photosMoved } from '../photos/index.ts'
import { publishAlbumChange, publishSharedAlbumChange } from './notifications.ts'
import { hideContributedPhotos, showContributedPhotos } from './sharing.ts'
import { lockAlbumsWithPhotos } from './store/albums.ts'
import { copySortValues, deletePhotos, setPhotosInBin } from './store/membership.ts'
import { listContainedPhotoIds } from './store/photo-pages.ts'

/**
 * A photo moved to the bin disappears from views, counts, sizes and covers of its albums and keeps its position; restoring
 * it brings it back to that position (OP-91). Erasure removes it from its albums permanently. The same holds for shared
 * albums of other owners that contain the photo (OP-34).
 */
export const albumListeners: readonly Listener<Context>[] = [
  on(accountClosed, (ctx, tx, { accountId }) => hideContributedPhotos(ctx, tx, accountId)),
  on(accountReopened, (ctx, tx, { accountId }) => showContributedPhotos(ctx, tx, accountId)),
  on(photoDatesChanged, async (ctx, tx, { accountId, photoIds }) => {
    const albums = await lockAlbumsWithPhotos(tx, accountId, photoIds)
    if (albums.length === 0) return
    await copySortValues(tx, albums, accountId, photoIds)
    for (const album of albums.filter(({ shared }) => shared))
      await publishSharedAlbumChange(ctx, tx, album, {
        photoIds: await listContainedPhotoIds(tx, album, photoIds),
        change: 'added',
      })
  }),
  on(photosMoved, async (ctx, tx, { accountId, photoIds, to }) => {
    const albums = await lockAlbumsWithPhotos(tx, accountId, photoIds)
    if (albums.length === 0) return
    if (to === 'nowhere') return deletePhotos(tx, albums, accountId, photoIds)
    await setPhotosInBin(tx, albums, accountId, photoIds, to === 'bin')
    const shownAlbums = albums.filter(album => !album.deleted_at)
    for (const [ownerId, ownerAlbums] of Map.groupBy(shownAlbums, album => album.account_id))
      await publishAlbumChange(
        ctx,
        tx,
        ownerId,
        ownerAlbums.map(album => album.album_id),
        'updated',
      )
    for (const album of albums.filter(({ shared }) => shared))
      await publishSharedAlbumChange(ctx, tx, album, {
        photoIds: await listContainedPhotoIds(tx, album, photoIds),
        change: to === 'bin' ? 'removed' : 'added',
      })
  }),
]
