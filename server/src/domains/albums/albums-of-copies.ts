import type { Context, Tx } from '../../context.ts'
import { publishAlbumChange, publishAlbumPhotosChange } from './notifications.ts'
import { type AlbumRow, lockAlbum, lockAlbumsWithPhotos, updateAlbumRow } from './store/albums.ts'
import { deleteAtPosition, findFirstCopy, insertAtPosition, restorePosition } from './store/copies.ts'
import { updateCovers } from './store/membership.ts'

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
    if (isCover) await updateAlbumRow(tx, album, { chosen_cover_id: photoId })
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
      await updateAlbumRow(tx, album, { chosen_cover_id: copyId })
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
