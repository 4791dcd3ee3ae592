import type { z } from 'zod'
import type { Album } from '#contract/albums.ts'
import * as contract from '#contract/albums.ts'
import { getUser, type Image, INDEX_STEP, type LibraryTotals } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import type { CursorScope } from '../../http/cursor.ts'
import { notFound, requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import {
  createMediaAddressBuilder,
  findPhotos,
  findRunningLibraryMove,
  getAddressExpiry,
  type PhotoRow,
  presentImage,
  presentIndex,
} from '../photos/index.ts'
import {
  addPhotosToAlbum,
  createAlbum,
  deleteAlbum,
  getAlbum,
  removePhotosFromAlbum,
  restoreAlbum,
  updateAlbum,
} from './albums.ts'
import { readAlbumCursor, readPhotoCursor, toAlbumPhotosScope, writeCursor } from './cursors.ts'
import { createSharedAddressBuilder } from './shared-media.ts'
import { type AlbumRow, findLibraryTotals, listAlbums, listCoverOwners } from './store/albums.ts'
import {
  type AlbumPhotoRow,
  findAlbumPhoto,
  findPosition,
  listAlbumIndex,
  listAlbumPhotos,
} from './store/photo-pages.ts'

/** Photos of a shared album may be in several libraries: their addresses are signed for the album, not for a library. */
const createAlbumAddressBuilder = (ctx: Context, album: AlbumRow, callerId: string, origin: string) =>
  album.shared
    ? createSharedAddressBuilder(ctx, { albumId: album.album_id, memberId: callerId }, origin)
    : createMediaAddressBuilder(ctx, album.account_id, origin)

export const albumRoutes: readonly Route[] = [
  // Served here because the totals include albums, which the photos domain does not know.
  route(getUser, ({ ctx, caller }) => getLibraryTotals(ctx, caller.accountId)),

  route(contract.getAlbums, async ({ ctx, caller, query, origin }) => {
    const { sortKey, sortOrder, limit, displaySharedData: shared } = query
    const scope: CursorScope = ['albums', caller.accountId, sortKey, sortOrder, shared]
    const cursor = readAlbumCursor(scope, query.cursor, sortKey)
    const { rows, next } = await listAlbums(ctx.db, caller.accountId, query, { cursor, limit, shared })
    return {
      cursor: writeCursor(scope, next),
      albums: await presentAlbums(ctx, caller.accountId, origin, rows),
      addressesExpire: getAddressExpiry(ctx),
    }
  }),

  route(contract.createAlbum, async ({ ctx, caller, body }) => {
    const { albumId, name } = await createAlbum(ctx, caller.accountId, body)
    return { albumId, albumName: name }
  }),

  route(contract.getAlbum, async ({ ctx, caller, params, origin }) =>
    presentAlbum(ctx, caller.accountId, params.id, origin),
  ),

  route(contract.updateAlbum, async ({ ctx, caller, params, body, origin, request }) => {
    await updateAlbum(ctx, caller.accountId, params.id, body, request.headers['if-match'])
    return presentAlbum(ctx, caller.accountId, params.id, origin)
  }),

  route(contract.deleteAlbum, async ({ ctx, caller, params }) => {
    await deleteAlbum(ctx, caller.accountId, params.id)
  }),

  route(contract.restoreAlbum, async ({ ctx, caller, params, origin }) => {
    await restoreAlbum(ctx, caller.accountId, params.id)
    return presentAlbum(ctx, caller.accountId, params.id, origin)
  }),

  route(contract.getAlbumPhotos, async ({ ctx, caller, params, query, origin }) => {
    const album = await getAlbum(ctx, caller.accountId, params.id)
    return getAlbumPhotos(ctx, album, query, { accountId: caller.accountId, origin })
  }),

  route(contract.getAlbumIndex, async ({ ctx, caller, params, query }) =>
    getAlbumIndex(ctx, await getAlbum(ctx, caller.accountId, params.id), query),
  ),

  route(contract.getAlbumPhoto, async ({ ctx, caller, params, query, origin }) => {
    const album = await getAlbum(ctx, caller.accountId, params.id)
    return getAlbumPhoto(ctx, album, params.photoId, query, { accountId: caller.accountId, origin })
  }),

  route(contract.addAlbumPhotos, async ({ ctx, caller, params, body: { photoIds, selection } }) => {
    const photoChoice = selection ? { selection } : { photoIds: photoIds ?? [] }
    const { changedCount, photosCount } = await addPhotosToAlbum(
      ctx,
      caller.accountId,
      params.id,
      photoChoice,
    )
    return { added: changedCount, photosCount }
  }),

  route(contract.removeAlbumPhotos, async ({ ctx, caller, params, body: { photoIds, allExcept } }) => {
    const removedPhotos = allExcept ? { allExcept } : { photoIds: photoIds ?? [] }
    const { changedCount, photosCount } = await removePhotosFromAlbum(
      ctx,
      caller.accountId,
      params.id,
      removedPhotos,
    )
    return { removed: changedCount, photosCount }
  }),

  route(contract.removeAlbumPhoto, async ({ ctx, caller, params }) => {
    const removedPhotos = { photoIds: [params.photoId] }
    const { changedCount } = await removePhotosFromAlbum(ctx, caller.accountId, params.id, removedPhotos)
    if (changedCount === 0) throw notFound('Photo')
  }),
]

async function presentAlbum(ctx: Context, accountId: string, albumId: string, origin: string) {
  const album = await getAlbum(ctx, accountId, albumId)
  const [presentedAlbum] = await presentAlbums(ctx, accountId, origin, [album])
  return presentedAlbum!
}

/** Returns numbers of the account's photos and albums. Throws not-found for an account that does not exist. */
export async function getLibraryTotals(ctx: Context, accountId: string): Promise<LibraryTotals> {
  const customer = requireFound(await findLibraryTotals(ctx.db, accountId), 'Customer')
  const move = await findRunningLibraryMove(ctx.db, accountId)
  return {
    userId: accountId,
    photosCount: customer.photos ?? 0,
    albumsCount: customer.albums ?? 0,
    registrationDate: customer.registered_at.toISOString(),
    lastUploadedAt: customer.last_uploaded_at?.toISOString() ?? null,
    deletedCount: customer.bin ?? 0,
    ...(move ? { move } : {}),
  }
}

/** The caller of a request and the origin of its addresses. */
interface AlbumReader {
  accountId: string
  origin: string
}

/** Returns one page of an album's photos. The caller must have checked access to the album. */
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
  const stepEnds = await listAlbumIndex(ctx.db, album, query, INDEX_STEP)
  const scope = toAlbumPhotosScope(album.album_id, query)
  return presentIndex(stepEnds, album.photos, end => writeCursor(scope, end))
}

/** Returns one photo of an album with its position; 404 if the album does not show it. */
export async function getAlbumPhoto(
  ctx: Context,
  album: AlbumRow,
  photoId: string,
  query: z.output<(typeof contract.getAlbumIndex)['query']>,
  { accountId, origin }: AlbumReader,
) {
  const photo = requireFound(await findAlbumPhoto(ctx.db, album, photoId), 'Photo')
  const position = await findPosition(ctx.db, album, photo, query)
  const image = createAlbumImagePresenter(ctx, album, accountId, origin)(photo)
  return { image, position, addressesExpire: getAddressExpiry(ctx) }
}

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
function createAlbumImagePresenter(ctx: Context, album: AlbumRow, callerId: string, origin: string) {
  const buildAddress = createAlbumAddressBuilder(ctx, album, callerId, origin)
  return (row: AlbumPhotoRow): Image => ({
    ...presentImage(row, buildAddress),
    created: row.added_at.toISOString(),
  })
}

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
