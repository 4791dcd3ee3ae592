import { type Context, change, type Reader } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import {
  type AlbumRow,
  deleteAlbum,
  findAlbumPhotos,
  findSharedAlbum,
  lockAlbum,
  removeOwnerPhotos,
} from '../albums/index.ts'
import { findCustomersById } from '../customers/index.ts'
import type { PhotoRow } from '../photos/index.ts'
import { findSharedAlbumKey, isMember } from './store.ts'

/** Returns the shared album, if the account is its owner or a participant; 404 for all others. */
export async function getSharedAlbum(db: Reader, accountId: string, albumId: string): Promise<AlbumRow> {
  return requireFound(await findSharedAlbumForMember(db, accountId, albumId), 'Album')
}

async function findSharedAlbumForMember(
  db: Reader,
  accountId: string,
  albumId: string,
): Promise<AlbumRow | undefined> {
  const key = await findSharedAlbumKey(db, accountId, albumId)
  return key && findSharedAlbum(db, key)
}

/**
 * Deletes the album for all members if the caller is its owner. A participant leaves it, and the photos they contributed
 * are removed from it. All photos stay in their libraries.
 */
export async function deleteOrLeaveSharedAlbum(
  ctx: Context,
  accountId: string,
  albumId: string,
): Promise<void> {
  const { account_id: ownerId } = await getSharedAlbum(ctx.db, accountId, albumId)
  if (ownerId === accountId) return deleteAlbum(ctx, accountId, albumId)
  await change(ctx, async tx => {
    const album = await lockAlbum(tx, ownerId, albumId)
    // A concurrent request may have changed it.
    if (!album?.shared || !(await isMember(tx.db, album, accountId))) throw notFound('Album')
    await updateRows(
      tx.db,
      'shared_album_members',
      { account_id: album.account_id, album_id: album.album_id, member_id: accountId },
      { left_at: ctx.clock.now() },
    )
    await removeOwnerPhotos(ctx, tx, album, accountId)
    await publishToAccount(ctx, tx, accountId, {
      type: 'albums-changed',
      albumIds: [albumId],
      change: 'removed',
    })
  })
}

/**
 * Returns the given photos that the album shows to the account now; none unless it is a member with an open account.
 * Photos of closed accounts are not shown.
 */
export async function findShownPhotos(
  db: Reader,
  accountId: string,
  albumId: string,
  photoIds: readonly string[],
): Promise<PhotoRow[]> {
  const album = await findSharedAlbumForMember(db, accountId, albumId)
  if (!album) return []
  const photos = await findAlbumPhotos(db, album, photoIds)
  const activeCustomers = await findCustomersById(db, [accountId, ...photos.map(photo => photo.account_id)])
  return activeCustomers.has(accountId) ? photos.filter(photo => activeCustomers.has(photo.account_id)) : []
}

/**
 * Returns the album, if the account is a member and the album shows all these photos of these owners. 404 without the
 * album, 400 for a photo that it does not show.
 */
export async function getSharedAlbumWithPhotos(
  db: Reader,
  accountId: string,
  albumId: string,
  photos: readonly { photoId: string; ownerId: string }[],
): Promise<AlbumRow> {
  const album = await getSharedAlbum(db, accountId, albumId)
  const shownPhotos = await findAlbumPhotos(
    db,
    album,
    photos.map(photo => photo.photoId),
  )
  const ownerByPhoto = new Map(shownPhotos.map(row => [row.photo_id, row.account_id]))
  const missingIndex = photos.findIndex(photo => ownerByPhoto.get(photo.photoId) !== photo.ownerId)
  if (missingIndex >= 0)
    throw new Failure('bad-request', 'A photo is not in the album', {
      fields: { [`photos.${missingIndex}`]: 'not-valid' },
    })
  return album
}
