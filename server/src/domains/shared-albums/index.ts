import type { FastifyInstance } from 'fastify'
import type { Context, Tx } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { insertMissingRow } from '../../platform/db/rows.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import {
  deleteAlbum,
  listSharedAlbumIds,
  readSharedToken,
  type SharedViewGrant,
  sharedAlbumChanged,
} from '../albums/index.ts'
import { createBatchLoader, hasVariants, mountMediaRoute, type PhotoRow } from '../photos/index.ts'
import { importSharedAlbumsCommand } from './command.ts'
import { sharedAlbumRoutes } from './routes.ts'
import { findShownPhotos } from './shared-albums.ts'
import { deleteMembers, listMembers } from './store.ts'
import { sharedAlbumTables } from './tables.ts'

export { importSharedAlbums } from './command.ts'
export { getSharedAlbumsSummary } from './routes.ts'
export { findShownPhotos, getSharedAlbumWithPhotos } from './shared-albums.ts'

/** Forwards changes of a shared album to its participants; deletes its memberships when it is deleted. */
const sharedAlbumListeners: readonly Listener<Context>[] = [
  on(sharedAlbumChanged, async (ctx, tx: Tx, { accountId, albumId, change, photos }) => {
    const album = { account_id: accountId, album_id: albumId }
    const members = await listMembers(tx.db, album)
    if (change === 'removed') {
      await deleteMembers(tx, album)
      await insertMissingRow(tx.db, 'shared_albums_ended', { ...album, ended_at: ctx.clock.now() })
    }
    for (const { member_id } of members) {
      if (photos)
        await publishToAccount(ctx, tx, member_id, { type: 'album-photos-changed', albumId, ...photos })
      await publishToAccount(ctx, tx, member_id, { type: 'albums-changed', albumIds: [albumId], change })
    }
  }),
]

const rows = eraseRows(sharedAlbumTables)

/** Deletes the account's shared albums for all members, and its memberships in other albums. */
const sharedAlbumEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    for (const albumId of await listSharedAlbumIds(ctx.db, erasure.accountId))
      await deleteAlbum(ctx, erasure.accountId, albumId)
    await rows.erase(ctx, erasure)
  },
}

/** Albums with several members, imported from the legacy store: view, download and leave only. */
export const sharedAlbums = defineDomain({
  name: 'shared-albums',
  dependsOn: ['customers', 'photos', 'albums'],
  tables: sharedAlbumTables,
  routes: sharedAlbumRoutes,
  mount: mountSharedMedia,
  listeners: sharedAlbumListeners,
  commands: [importSharedAlbumsCommand],
  eraseAccount: sharedAlbumEraser,
})

/**
 * Serves pictures of shared albums to their members. Membership and photos are checked again at least once a second:
 * members who left lose access, and deleted or removed photos disappear.
 */
function mountSharedMedia(app: FastifyInstance, ctx: Context): void {
  const findRequestedPhoto = createBatchLoader(
    toRequestKey,
    requests => loadRequestedPhotos(ctx, requests),
    hasVariants,
  )
  mountMediaRoute<SharedViewGrant & { expires: Date }>(app, ctx, {
    url: '/media/shared/:token/:photoId/:kind',
    readToken: token => readSharedToken(ctx, token),
    find: ({ albumId, memberId }, photoId) => findRequestedPhoto({ albumId, memberId, photoId }),
    getReaderId: ({ memberId }) => memberId,
    isCacheable: () => true,
  })
}

type PhotoRequest = SharedViewGrant & { photoId: string }
const toGrantKey = ({ albumId, memberId }: SharedViewGrant) => `${albumId}/${memberId}`
const toRequestKey = (request: PhotoRequest) => `${toGrantKey(request)}/${request.photoId}`

async function loadRequestedPhotos(
  ctx: Context,
  requests: readonly PhotoRequest[],
): Promise<Map<string, PhotoRow>> {
  const photoByRequest = new Map<string, PhotoRow>()
  for (const requestsOfGrant of Map.groupBy(requests, toGrantKey).values()) {
    const { albumId, memberId } = requestsOfGrant[0]!
    const photoIds = requestsOfGrant.map(request => request.photoId)
    for (const photo of await findShownPhotos(ctx.db, memberId, albumId, photoIds))
      photoByRequest.set(toRequestKey({ albumId, memberId, photoId: photo.photo_id }), photo)
  }
  return photoByRequest
}
