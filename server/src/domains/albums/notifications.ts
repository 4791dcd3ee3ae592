import { IDS_PER_CALL_MAX } from '#contract/photos.ts'
import type { Context, Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { sharedAlbumChanged } from './events.ts'
import type { AlbumKey } from './store/albums.ts'

/** Publishes which albums of an account changed. */
export async function publishAlbumChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  albumIds: string[],
  change: 'added' | 'updated' | 'removed',
): Promise<void> {
  await publishToAccount(ctx, tx, accountId, { type: 'albums-changed', albumIds, change })
}

/** Publishes which photos were added to or removed from an album; more than IDS_PER_CALL_MAX are not listed. */
export async function publishAlbumPhotosChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  albumId: string,
  photoIds: readonly string[],
  change: 'added' | 'removed',
): Promise<void> {
  await publishToAccount(ctx, tx, accountId, {
    type: 'album-photos-changed',
    albumId,
    change,
    ...truncateIds(photoIds),
  })
}

/** Notifies all members of a shared album of photos that it shows now or no longer shows. */
export async function publishSharedAlbumChange(
  ctx: Pick<Context, 'push' | 'events'>,
  tx: Tx,
  { account_id: accountId, album_id: albumId }: AlbumKey,
  { photoIds, change }: { photoIds: readonly string[]; change: 'added' | 'removed' },
): Promise<void> {
  const hasPhotos = photoIds.length > 0
  if (hasPhotos) await publishAlbumPhotosChange(ctx, tx, accountId, albumId, photoIds, change)
  const photos = hasPhotos ? { photos: { change, ...truncateIds(photoIds) } } : {}
  await ctx.events.emit(tx, sharedAlbumChanged, { accountId, albumId, change: 'updated', ...photos })
}

const truncateIds = (photoIds: readonly string[]) =>
  photoIds.length <= IDS_PER_CALL_MAX ? { photoIds: [...photoIds] } : {}
