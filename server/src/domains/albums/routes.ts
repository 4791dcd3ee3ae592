import * as contract from '#contract/albums.ts'
import { getUser } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import type { CursorScope } from '../../http/cursor.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { getAddressExpiry } from '../photos/index.ts'
import { getAlbumIndex, getAlbumPhoto, getAlbumPhotos } from './album-photos.ts'
import {
  addPhotosToAlbum,
  createAlbum,
  deleteAlbum,
  getAlbum,
  removePhotosFromAlbum,
  restoreAlbum,
  updateAlbum,
} from './albums.ts'
import { readAlbumCursor, writeCursor } from './cursors.ts'
import { getLibraryTotals } from './library-totals.ts'
import { presentAlbums } from './present.ts'
import { listAlbums } from './store/albums.ts'

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
