import type { Context, Tx } from '../../context.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { sharedAlbumChanged } from '../albums/index.ts'
import { deleteMembers, listMembers, markAlbumDeleted } from './store.ts'

/** Forwards changes of a shared album to its participants; deletes its memberships when it is deleted. */
export const sharedAlbumListeners: readonly Listener<Context>[] = [
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
