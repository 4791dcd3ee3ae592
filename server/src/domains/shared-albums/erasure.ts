import { type AccountEraser, eraseRows } from '../../domain.ts'
import { deleteAlbum, listSharedAlbumIds } from '../albums/index.ts'
import { getAccountRowsSql } from './store.ts'

const rows = eraseRows(getAccountRowsSql)

/** Deletes the account's shared albums for all members, and its memberships in other albums. */
export const sharedAlbumEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    for (const albumId of await listSharedAlbumIds(ctx.db, erasure.accountId))
      await deleteAlbum(ctx, erasure.accountId, albumId)
    await rows.erase(ctx, erasure)
  },
}
