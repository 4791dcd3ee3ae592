import type { Album } from '#contract/albums.ts'
import type { SharedAlbum } from '#contract/shared-albums.ts'
import type { Context } from '../../context.ts'
import { type AlbumRow, presentAlbums } from '../albums/index.ts'

/** Presents shared albums for a caller who may see them: like albums, without the fields for the owner only. */
export async function presentSharedAlbums(
  ctx: Context,
  callerId: string,
  origin: string,
  rows: readonly AlbumRow[],
): Promise<SharedAlbum[]> {
  return (await presentAlbums(ctx, callerId, origin, rows)).map(toSharedAlbum)
}

const toSharedAlbum = ({ userId, coverChosen: _, ...album }: Album): SharedAlbum => ({
  ...album,
  ownerId: userId,
})
