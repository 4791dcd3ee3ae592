import type { Album } from '#contract/albums.ts'
import type { Image } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import { createMediaAddressBuilder, findPhotos, type PhotoRow, presentImage } from '../photos/index.ts'
import { createSharedAddressBuilder } from './shared-media.ts'
import { type AlbumRow, listCoverOwners } from './store/albums.ts'
import type { AlbumPhotoRow } from './store/photo-pages.ts'

/** Presents albums and their covers for `callerId`, who may see them; every field is listed explicitly. */
export async function presentAlbums(
  ctx: Context,
  callerId: string,
  origin: string,
  rows: readonly AlbumRow[],
): Promise<Album[]> {
  const covers = await findCovers(ctx, rows)
  return rows.map(row => {
    const cover = covers.get(row.cover_photo_id ?? '')
    return {
      albumId: row.album_id,
      userId: row.account_id,
      albumName: row.name,
      coverPhoto: cover ? presentImage(cover, createAlbumAddressBuilder(ctx, row, callerId, origin)) : null,
      coverChosen: row.chosen_cover_id !== null && row.chosen_cover_id === row.cover_photo_id,
      photosCount: row.photos,
      size: Number(row.size),
      created: row.created_at.toISOString(),
      updated: row.updated_at.toISOString(),
      isShared: row.shared,
    }
  })
}

/** Presents photos of an album for `callerId`; `created` is the instant at which the photo was added to the album. */
export function createAlbumImagePresenter(ctx: Context, album: AlbumRow, callerId: string, origin: string) {
  const buildAddress = createAlbumAddressBuilder(ctx, album, callerId, origin)
  return (row: AlbumPhotoRow): Image => ({
    ...presentImage(row, buildAddress),
    created: row.added_at.toISOString(),
  })
}

/** Photos of a shared album may be in several libraries: their addresses are signed for the album, not for a library. */
const createAlbumAddressBuilder = (ctx: Context, album: AlbumRow, callerId: string, origin: string) =>
  album.shared
    ? createSharedAddressBuilder(ctx, { albumId: album.album_id, memberId: callerId }, origin)
    : createMediaAddressBuilder(ctx, album.account_id, origin)

async function findCovers(ctx: Context, rows: readonly AlbumRow[]): Promise<Map<string, PhotoRow>> {
  const albumsWithCover = rows.filter(row => row.cover_photo_id !== null)
  const sharedAlbums = albumsWithCover.filter(row => row.shared)
  const coverKeys = [
    ...albumsWithCover
      .filter(row => !row.shared)
      .map(row => ({ ownerId: row.account_id, photoId: row.cover_photo_id! })),
    ...(sharedAlbums.length > 0 ? await listCoverOwners(ctx.db, sharedAlbums) : []),
  ]
  const covers = new Map<string, PhotoRow>()
  for (const [ownerId, photos] of Map.groupBy(coverKeys, each => each.ownerId)) {
    const ids = [...new Set(photos.map(each => each.photoId))]
    for (const photo of await findPhotos(ctx.db, ownerId, ids)) covers.set(photo.photo_id, photo)
  }
  return covers
}
