import type { Context, Tx } from '../../context.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { sharedAlbumChanged } from '../albums/index.ts'
import { publishToMember } from './notifications.ts'
import { membersOf, removeMembers, setEnded } from './store.ts'

/** Participants hear what their owner hears; with an album its memberships go. */
export const sharedAlbumListeners: readonly Listener<Context>[] = [
  on(sharedAlbumChanged, async (ctx, tx: Tx, { accountId, albumId, change, photos }) => {
    const album = { account_id: accountId, album_id: albumId }
    const members = await membersOf(tx.db, album)
    if (change === 'removed') {
      await removeMembers(tx, album)
      await setEnded(tx, album, ctx.clock.now())
    }
    for (const { member_id } of members) {
      if (photos)
        await publishToMember(ctx, tx, member_id, { type: 'album-photos-changed', albumId, ...photos })
      await publishToMember(ctx, tx, member_id, { type: 'albums-changed', albumIds: [albumId], change })
    }
  }),
]
