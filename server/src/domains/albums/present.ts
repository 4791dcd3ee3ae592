import type { Album } from '#contract/albums.ts'
import type { Image } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import { imagePresenter, readablePhotos } from '../photos/index.ts'
import type { AlbumPhotoRow } from './photo-pages.ts'
import type { AlbumRow } from './store.ts'

/** What leaves the server of albums of one account, with their covers; every field is listed. */
export async function presentAlbums(
  ctx: Context,
  accountId: string,
  origin: string,
  rows: readonly AlbumRow[],
): Promise<Album[]> {
  const image = imagePresenter(ctx, accountId, origin)
  const coverIds = rows.map(row => row.cover_photo_id).filter(id => id !== null)
  const found = await readablePhotos(ctx.db, accountId, [...new Set(coverIds)])
  const covers = new Map(found.map(photo => [photo.photo_id, photo]))
  return rows.map(row => {
    const cover = covers.get(row.cover_photo_id ?? '')
    return {
      albumId: row.album_id,
      userId: row.account_id,
      albumName: row.name,
      coverPhoto: cover ? image(cover) : null,
      coverChosen: row.chosen_cover_id !== null && row.chosen_cover_id === row.cover_photo_id,
      photosCount: row.photos,
      size: Number(row.size),
      created: row.created_at.toISOString(),
      updated: row.updated_at.toISOString(),
      isShared: row.shared,
    }
  })
}

/** A photo of an album: `created` says when it came into it. */
export function albumImagePresenter(ctx: Context, accountId: string, origin: string) {
  const image = imagePresenter(ctx, accountId, origin)
  return (row: AlbumPhotoRow): Image => ({ ...image(row), created: row.added_at.toISOString() })
}
