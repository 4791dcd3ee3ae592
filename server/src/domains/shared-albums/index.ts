import type { Context, Tx } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { deleteAlbum, listSharedAlbumIds, sharedAlbumChanged } from '../albums/index.ts'
import { importSharedAlbumsCommand } from './command.ts'
import { mountSharedMedia } from './media.ts'
import { sharedAlbumRoutes } from './routes.ts'
import { deleteMembers, listMembers, markAlbumDeleted } from './store.ts'
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
      await markAlbumDeleted(tx, album, ctx.clock.now())
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
