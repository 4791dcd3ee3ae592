import type { z } from 'zod'
import type * as contract from '#contract/albums.ts'
import { INDEX_STEP } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { getAddressExpiry } from '../photos/index.ts'
import { readPhotoCursor, toAlbumPhotosScope, writeCursor } from './cursors.ts'
import { createAlbumImagePresenter } from './present.ts'
import type { AlbumRow } from './store/albums.ts'
import { findAlbumPhoto, findPosition, listAlbumIndex, listAlbumPhotos } from './store/photo-pages.ts'

/** The caller of a request and the origin of its addresses. */
export interface AlbumReader {
  accountId: string
  origin: string
}

/** Returns one page of an album's photos (PL-167, PL-176). The caller must have checked access to the album. */
export async function getAlbumPhotos(
  ctx: Context,
  album: AlbumRow,
  query: z.output<(typeof contract.getAlbumPhotos)['query']>,
  { accountId, origin }: AlbumReader,
) {
  const scope = toAlbumPhotosScope(album.album_id, query)
  const cursor = readPhotoCursor(scope, query.cursor, query.sortKey)
  const page = await listAlbumPhotos(ctx.db, album, query, cursor, query.limit)
  const present = createAlbumImagePresenter(ctx, album, accountId, origin)
  return {
    cursor: writeCursor(scope, page.next),
    images: page.rows.map(present),
    addressesExpire: getAddressExpiry(ctx),
  }
}

/** Returns cursors of every INDEX_STEP-th photo of an album, for random access. */
export async function getAlbumIndex(
  ctx: Context,
  album: AlbumRow,
  query: z.output<(typeof contract.getAlbumIndex)['query']>,
) {
  const cursors = await listAlbumIndex(ctx.db, album, query, INDEX_STEP)
  const pageStarts = cursors.filter((_, i) => (i + 1) * INDEX_STEP < album.photos)
  const scope = toAlbumPhotosScope(album.album_id, query)
  const encodedCursors = pageStarts.map(start => writeCursor(scope, start))
  return { step: INDEX_STEP, count: album.photos, cursors: [null, ...encodedCursors] }
}

/** Returns one photo of an album with its position; 404 if the album does not show it. */
export async function getAlbumPhoto(
  ctx: Context,
  album: AlbumRow,
  photoId: string,
  query: z.output<(typeof contract.getAlbumIndex)['query']>,
  { accountId, origin }: AlbumReader,
) {
  const photo = await findAlbumPhoto(ctx.db, album, photoId)
  if (!photo) throw notFound('Photo')
  const position = await findPosition(ctx.db, album, photo, query)
  const image = createAlbumImagePresenter(ctx, album, accountId, origin)(photo)
  return { image, position, addressesExpire: getAddressExpiry(ctx) }
}
