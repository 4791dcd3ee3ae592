import * as contract from '#contract/shared-albums.ts'
import * as summary from '#contract/shared-albums-summary.ts'
import type { CursorScope } from '../../http/cursor.ts'
import { type Route, route } from '../../http/route.ts'
import {
  getAlbumIndex,
  getAlbumPhoto,
  getAlbumPhotos,
  listSharedAlbums,
  readAlbumCursor,
  writeCursor,
} from '../albums/index.ts'
import { getAddressExpiry } from '../photos/index.ts'
import { listParticipants } from './participants.ts'
import { presentSharedAlbums } from './present.ts'
import { deleteOrLeaveSharedAlbum, getSharedAlbum } from './shared-albums.ts'
import { listJoinedAlbums } from './store.ts'
import { getSharedAlbumsSummary } from './summary.ts'

export const sharedAlbumRoutes: readonly Route[] = [
  route(summary.getSharedAlbumsSummary, ({ ctx, caller }) => getSharedAlbumsSummary(ctx, caller.accountId)),

  route(contract.getSharedAlbums, async ({ ctx, caller, query, origin }) => {
    const scope: CursorScope = ['shared-albums', caller.accountId]
    const cursor = readAlbumCursor(scope, query.cursor, 'created')
    const joinedAlbums = await listJoinedAlbums(ctx.db, caller.accountId)
    const { rows, next } = await listSharedAlbums(ctx.db, joinedAlbums, cursor, query.limit)
    return {
      cursor: writeCursor(scope, next),
      albums: await presentSharedAlbums(ctx, caller.accountId, origin, rows),
      addressesExpire: getAddressExpiry(ctx),
    }
  }),

  route(contract.getSharedAlbum, async ({ ctx, caller, params, origin }) => {
    const album = await getSharedAlbum(ctx.db, caller.accountId, params.id)
    const [presentedAlbum] = await presentSharedAlbums(ctx, caller.accountId, origin, [album])
    return presentedAlbum!
  }),

  route(contract.getParticipants, async ({ ctx, caller, params }) =>
    listParticipants(ctx.db, caller.accountId, await getSharedAlbum(ctx.db, caller.accountId, params.id)),
  ),

  route(contract.getSharedAlbumPhotos, async ({ ctx, caller, params, query, origin }) => {
    const album = await getSharedAlbum(ctx.db, caller.accountId, params.id)
    return getAlbumPhotos(ctx, album, query, { accountId: caller.accountId, origin })
  }),

  route(contract.getSharedAlbumIndex, async ({ ctx, caller, params, query }) =>
    getAlbumIndex(ctx, await getSharedAlbum(ctx.db, caller.accountId, params.id), query),
  ),

  route(contract.getSharedAlbumPhoto, async ({ ctx, caller, params, query, origin }) => {
    const album = await getSharedAlbum(ctx.db, caller.accountId, params.id)
    return getAlbumPhoto(ctx, album, params.photoId, query, { accountId: caller.accountId, origin })
  }),

  route(contract.deleteSharedAlbum, async ({ ctx, caller, params }) => {
    await deleteOrLeaveSharedAlbum(ctx, caller.accountId, params.id)
  }),
]
