import type { Album } from '#contract/albums.ts'
import type { Participant, SharedAlbum } from '#contract/shared-albums.ts'
import * as contract from '#contract/shared-albums.ts'
import type { SharedAlbumsSummary } from '#contract/shared-albums-summary.ts'
import * as summary from '#contract/shared-albums-summary.ts'
import type { Context, Reader } from '../../context.ts'
import type { CursorScope } from '../../http/cursor.ts'
import { type Route, route } from '../../http/route.ts'
import {
  type AlbumRow,
  getAlbumIndex,
  getAlbumPhoto,
  getAlbumPhotos,
  listSharedAlbums,
  presentAlbums,
  readAlbumCursor,
  summarizeSharedAlbums,
  writeCursor,
} from '../albums/index.ts'
import { findCustomersById } from '../customers/index.ts'
import { getAddressExpiry } from '../photos/index.ts'
import { deleteOrLeaveSharedAlbum, getSharedAlbum } from './shared-albums.ts'
import { listJoinedAlbums, listMembers, type SharedAlbumKey } from './store.ts'

const toSharedAlbum = ({ userId, coverChosen: _, ...album }: Album): SharedAlbum => ({
  ...album,
  ownerId: userId,
})

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

/** Presents shared albums for a caller who may see them: like albums, without the fields for the owner only. */
async function presentSharedAlbums(
  ctx: Context,
  callerId: string,
  origin: string,
  rows: readonly AlbumRow[],
): Promise<SharedAlbum[]> {
  return (await presentAlbums(ctx, callerId, origin, rows)).map(toSharedAlbum)
}

/**
 * Lists the participants that the caller may see : the owner sees all, a participant only the owner and themselves.
 * Deleted accounts are left out; a deleted owner has an id and no address.
 */
async function listParticipants(
  db: Reader,
  callerId: string,
  album: SharedAlbumKey,
): Promise<{ owner: Participant; participants: Participant[] }> {
  const isOwner = album.account_id === callerId
  const members = isOwner ? (await listMembers(db, album)).map(row => row.member_id) : [callerId]
  const customerById = await findCustomersById(db, [album.account_id, ...members])
  const toParticipant = (id: string) => ({ id, email: customerById.get(id)?.email ?? '' })
  return {
    owner: toParticipant(album.account_id),
    participants: members.filter(id => customerById.has(id)).map(toParticipant),
  }
}

/** Returns numbers of shared albums that the account can read and that it owns. */
export async function getSharedAlbumsSummary(ctx: Context, accountId: string): Promise<SharedAlbumsSummary> {
  const joinedAlbums = await listJoinedAlbums(ctx.db, accountId)
  const { granted, created, updated } = await summarizeSharedAlbums(ctx.db, accountId, joinedAlbums)
  return {
    readAlbumsCount: joinedAlbums.length,
    grantedAlbumsCount: granted,
    ...(created && updated ? { created: created.toISOString(), updated: updated.toISOString() } : {}),
  }
}
