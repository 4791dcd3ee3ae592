import { type Context, change, type Tx } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { runOnSchedule } from '../../platform/jobs/jobs.ts'
import { accountClosed, accountReopened } from '../customers/index.ts'
import { photoDatesChanged, photosMoved } from '../photos/index.ts'
import { cleanUpAlbums } from './albums.ts'
import { sharedAlbumChanged } from './events.ts'
import { publishAlbumChange, publishAlbumPhotosChange, publishSharedAlbumChange } from './notifications.ts'
import { albumRoutes } from './routes.ts'
import { changeContributedPhotos, removeOwnerPhotos } from './sharing.ts'
import { getAccountRowsSql, listAlbumsOfOthers } from './store/account-rows.ts'
import { type AlbumRow, lockAlbum, lockAlbumsWithPhotos, toAlbumKey } from './store/albums.ts'
import { deleteAtPosition, findFirstCopy, insertAtPosition, restorePosition } from './store/copies.ts'
import { copySortValues, deletePhotos, setPhotosInBin, updateCovers } from './store/membership.ts'
import { listContainedPhotoIds } from './store/photo-pages.ts'
import { albumTables } from './tables.ts'

const rows = eraseRows(getAccountRowsSql)

/** Removes the account's photos from albums of other owners and updates the counts and covers of these albums. */
const albumEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    for (const { account_id, album_id } of await listAlbumsOfOthers(ctx.db, erasure.accountId))
      await change(ctx, async tx => {
        const album = await lockAlbum(tx, account_id, album_id)
        if (album) await removeOwnerPhotos(ctx, tx, album, erasure.accountId)
      })
    await rows.erase(ctx, erasure)
  },
}

export {
  addUploadedPhotos,
  checkUploadAlbum,
  deleteAlbum,
  importAlbum,
} from './albums.ts'
export { readAlbumCursor, writeCursor } from './cursors.ts'
export { sharedAlbumChanged } from './events.ts'
export { getAlbumIndex, getAlbumPhoto, getAlbumPhotos, getLibraryTotals, presentAlbums } from './routes.ts'
export {
  compilePhotoFilter,
  compilePhotoFilters,
  findPrintedPhotoIds,
  listSelectedPhotoIds,
  lockChosenPhotos,
  type PhotoChoice,
} from './selection.ts'
export { readSharedToken, type SharedViewGrant } from './shared-media.ts'
export { removeOwnerPhotos, upsertSharedAlbum } from './sharing.ts'
export { listSharedAlbumIds } from './store/account-rows.ts'
export {
  createAlbumNamesLoader,
  listAlbumIds,
  listAlbumNames,
  listNamesOfAlbums,
} from './store/album-names.ts'
export { type AlbumRow, findLibraryTotals, lockAlbum } from './store/albums.ts'
export { listPhotosInSharedAlbums } from './store/copies.ts'
export { findAlbumPhotos } from './store/photo-pages.ts'
export {
  findSharedAlbum,
  listSharedAlbums,
  selectSharedAlbumOwners,
  summarizeSharedAlbums,
} from './store/shared-albums.ts'

/**
 * A photo moved to the bin disappears from views, counts, sizes and covers of its albums and keeps its position; restoring
 * it brings it back to that position. Erasure removes it from its albums permanently. The same holds for shared
 * albums of other owners that contain the photo.
 */
const albumListeners: readonly Listener<Context>[] = [
  on(accountClosed, (ctx, tx, { accountId }) => changeContributedPhotos(ctx, tx, accountId, 'removed')),
  on(accountReopened, (ctx, tx, { accountId }) => changeContributedPhotos(ctx, tx, accountId, 'added')),
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

/** Albums of a library: a photo can be in any number of albums and stays in the library. */
export const albums = defineDomain({
  name: 'albums',
  dependsOn: ['customers', 'photos', 'orders', 'projects', 'widgets', 'places'],
  tables: albumTables,
  routes: albumRoutes,
  listeners: albumListeners,
  jobs: [runOnSchedule('albums.sweep', '55 4 * * *', cleanUpAlbums)],
  emits: [sharedAlbumChanged],
  eraseAccount: albumEraser,
})

/** An album that a photo was added to in place of a copy of it. */
export interface AddedAlbum {
  albumId: string
  copyId: string
  position: number
  /** Whether the copy was the chosen cover. */
  isCover: boolean
}

/**
 * Adds a photo to the account's own albums that contain a deleted copy of it, at the first copy's position. Shared
 * albums stay unchanged. The transaction has locked the photos.
 */
export async function addToAlbumsOfCopies(
  ctx: Context,
  tx: Tx,
  { accountId, photoId, copyIds }: { accountId: string; photoId: string; copyIds: readonly string[] },
): Promise<AddedAlbum[]> {
  const addedAlbums: AddedAlbum[] = []
  const keys = await lockAlbumsWithPhotos(tx, accountId, copyIds)
  for (const { album_id } of keys.filter(({ account_id, shared }) => account_id === accountId && !shared)) {
    const album = (await lockAlbum(tx, accountId, album_id))!
    const copy = await findFirstCopy(tx, album, photoId, copyIds)
    if (!copy) continue
    const isCover = album.chosen_cover_id !== null && copyIds.includes(album.chosen_cover_id)
    await insertAtPosition(tx, album, photoId, copy, ctx.clock.now())
    if (isCover) await updateRows(tx.db, 'albums', toAlbumKey(album), { chosen_cover_id: photoId })
    await publishChange(ctx, tx, album, { photoId, change: 'added' })
    addedAlbums.push({ albumId: album_id, copyId: copy.photo_id, position: copy.position, isCover })
  }
  return addedAlbums
}

/** Undoes `addToAlbumsOfCopies` after the copies are back; albums that were deleted or changed since stay as they are. */
export async function removeFromAlbumsOfCopies(
  ctx: Context,
  tx: Tx,
  { accountId, photoId, albums }: { accountId: string; photoId: string; albums: readonly AddedAlbum[] },
): Promise<void> {
  for (const { albumId, copyId, position, isCover } of albums.toSorted((a, b) =>
    a.albumId < b.albumId ? -1 : 1,
  )) {
    const album = await lockAlbum(tx, accountId, albumId)
    if (!album) continue
    const isRemoved = await deleteAtPosition(tx, album, photoId, position)
    await restorePosition(tx, album, copyId, position)
    if (isCover && album.chosen_cover_id === photoId)
      await updateRows(tx.db, 'albums', toAlbumKey(album), { chosen_cover_id: copyId })
    // The copy may be before the cover now, also where the photo was removed before.
    await publishChange(ctx, tx, album, isRemoved ? { photoId, change: 'removed' } : undefined)
  }
}

async function publishChange(
  ctx: Context,
  tx: Tx,
  album: AlbumRow,
  moved: { photoId: string; change: 'added' | 'removed' } | undefined,
): Promise<void> {
  const { account_id, album_id } = album
  await updateCovers(tx, [album])
  await publishAlbumChange(ctx, tx, account_id, [album_id], 'updated')
  if (moved) await publishAlbumPhotosChange(ctx, tx, account_id, album_id, [moved.photoId], moved.change)
}
