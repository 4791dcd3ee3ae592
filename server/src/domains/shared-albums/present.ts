import type { Album } from '#contract/albums.ts'
import type { SharedAlbum } from '#contract/shared-albums.ts'
import type { Context } from '../../context.ts'
import { type AlbumRow, presentAlbums } from '../albums/index.ts'

/** What leaves the server of shared albums the viewer may see: what albums show, but for what is the owner's only. */
export async function presentSharedAlbums(
  ctx: Context,
  callerId: string,
  origin: string,
  rows: readonly AlbumRow[],
): Promise<SharedAlbum[]> {
  return (await presentAlbums(ctx, callerId, origin, rows)).map(sharedOf)
}

const sharedOf = ({ userId, coverChosen: _, ...album }: Album): SharedAlbum => ({ ...album, ownerId: userId })
