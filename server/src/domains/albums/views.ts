import type { z } from 'zod'
import type { getAlbumIndex, getAlbumPhotos } from '#contract/albums.ts'
import { INDEX_STEP } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { readPhotoCursor, writeCursor } from './cursors.ts'
import { albumImagePresenter } from './present.ts'
import type { AlbumRow } from './store/albums.ts'
import { findAlbumPhoto, photoIndex, photoPage, positionOf } from './store/photo-pages.ts'

/** Who looks, and from which address. */
export interface Viewer {
  accountId: string
  origin: string
}

/** One page of an album's photos (PL-167, PL-176). The viewer may see the album. */
export async function photosView(
  ctx: Context,
  album: AlbumRow,
  query: z.output<(typeof getAlbumPhotos)['query']>,
  { accountId, origin }: Viewer,
) {
  const cursor = readPhotoCursor(query.cursor, query.sortKey)
  const page = await photoPage(ctx.db, album, query, cursor, query.limit)
  const present = albumImagePresenter(ctx, album, accountId, origin)
  return { cursor: writeCursor(page.next), images: page.rows.map(present) }
}

/** Where every INDEX_STEP-th photo of an album starts. */
export async function indexView(
  ctx: Context,
  album: AlbumRow,
  query: z.output<(typeof getAlbumIndex)['query']>,
) {
  const ends = await photoIndex(ctx.db, album, query, INDEX_STEP)
  const starts = ends.filter((_, i) => (i + 1) * INDEX_STEP < album.photos)
  return { step: INDEX_STEP, count: album.photos, cursors: [null, ...starts.map(writeCursor)] }
}

/** One photo of an album with its place; 404 if the album does not show it. */
export async function photoView(
  ctx: Context,
  album: AlbumRow,
  photoId: string,
  query: z.output<(typeof getAlbumIndex)['query']>,
  { accountId, origin }: Viewer,
) {
  const photo = await findAlbumPhoto(ctx.db, album, photoId)
  if (!photo) throw notFound('Photo')
  const position = await positionOf(ctx.db, album, photo, query)
  return { image: albumImagePresenter(ctx, album, accountId, origin)(photo), position }
}
