import { IDS_PER_CALL_MAX } from '#contract/photos.ts'
import type { Context, Tx } from '../../context.ts'
import { publishToLibrary } from '../photos/index.ts'
import { sharedAlbumChanged } from './events.ts'
import type { AlbumKey } from './store/albums.ts'

/** Tells the account's open pages which albums changed, when the transaction commits. */
export async function publishAlbumChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  albumIds: string[],
  change: 'added' | 'updated' | 'removed',
): Promise<void> {
  await publishToLibrary(ctx, tx, accountId, { type: 'albums-changed', albumIds, change })
}

/** Tells which photos came into an album or left it; more than one call can name are not listed. */
export async function publishAlbumPhotosChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  albumId: string,
  photoIds: readonly string[],
  change: 'added' | 'removed',
): Promise<void> {
  await publishToLibrary(ctx, tx, accountId, {
    type: 'album-photos-changed',
    albumId,
    change,
    ...named(photoIds),
  })
}

/** Tells all members of a shared album which photos of whomever it shows anew or no longer. */
export async function publishSharedAlbumChange(
  ctx: Pick<Context, 'push' | 'events'>,
  tx: Tx,
  { account_id: accountId, album_id: albumId }: AlbumKey,
  { photoIds, change }: { photoIds: readonly string[]; change: 'added' | 'removed' },
): Promise<void> {
  const some = photoIds.length > 0
  if (some) await publishAlbumPhotosChange(ctx, tx, accountId, albumId, photoIds, change)
  const photos = some ? { photos: { change, ...named(photoIds) } } : {}
  await ctx.events.emit(tx, sharedAlbumChanged, { accountId, albumId, change: 'updated', ...photos })
}

const named = (photoIds: readonly string[]) =>
  photoIds.length <= IDS_PER_CALL_MAX ? { photoIds: [...photoIds] } : {}
