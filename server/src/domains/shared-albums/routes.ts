import * as contract from '#contract/shared-albums.ts'
import { type Route, route } from '../../http/route.ts'
import {
  indexView,
  photosView,
  photoView,
  readAlbumCursor,
  sharedAlbumPage,
  sharedAlbumsSpan,
  writeCursor,
} from '../albums/index.ts'
import { participantsFor } from './participants.ts'
import { presentShared } from './present.ts'
import { endOrLeave, sharedAlbumOf } from './shared-albums.ts'
import { readAlbumIds } from './store.ts'

export const sharedAlbumRoutes: readonly Route[] = [
  route(contract.getSharedAlbumsSummary, async ({ ctx, caller }) => {
    const read = await readAlbumIds(ctx.db, caller.accountId)
    const { granted, created, updated } = await sharedAlbumsSpan(ctx.db, caller.accountId, read)
    return {
      readAlbumsCount: read.length,
      grantedAlbumsCount: granted,
      ...(created && updated ? { created: created.toISOString(), updated: updated.toISOString() } : {}),
    }
  }),

  route(contract.getSharedAlbums, async ({ ctx, caller, query, origin }) => {
    const cursor = readAlbumCursor(query.cursor, 'created')
    const read = await readAlbumIds(ctx.db, caller.accountId)
    const { rows, next } = await sharedAlbumPage(ctx.db, read, cursor, query.limit)
    return { cursor: writeCursor(next), albums: await presentShared(ctx, caller.accountId, origin, rows) }
  }),

  route(contract.getSharedAlbum, async ({ ctx, caller, params, origin }) => {
    const album = await sharedAlbumOf(ctx.db, caller.accountId, params.id)
    const [presented] = await presentShared(ctx, caller.accountId, origin, [album])
    return presented!
  }),

  route(contract.getParticipants, async ({ ctx, caller, params }) =>
    participantsFor(ctx.db, caller.accountId, await sharedAlbumOf(ctx.db, caller.accountId, params.id)),
  ),

  route(contract.getSharedAlbumPhotos, async ({ ctx, caller, params, query, origin }) => {
    const album = await sharedAlbumOf(ctx.db, caller.accountId, params.id)
    return photosView(ctx, album, query, { accountId: caller.accountId, origin })
  }),

  route(contract.getSharedAlbumIndex, async ({ ctx, caller, params, query }) =>
    indexView(ctx, await sharedAlbumOf(ctx.db, caller.accountId, params.id), query),
  ),

  route(contract.getSharedAlbumPhoto, async ({ ctx, caller, params, query, origin }) => {
    const album = await sharedAlbumOf(ctx.db, caller.accountId, params.id)
    return photoView(ctx, album, params.photoId, query, { accountId: caller.accountId, origin })
  }),

  route(contract.deleteSharedAlbum, async ({ ctx, caller, params }) => {
    await endOrLeave(ctx, caller.accountId, params.id)
  }),
]
