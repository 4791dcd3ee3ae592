import { change } from '../../context.ts'
import { type AccountEraser, eraseRows } from '../../domain.ts'
import { removeOwnerPhotos } from './sharing.ts'
import { getAccountRowsSql, listAlbumsOfOthers } from './store/account-rows.ts'
import { lockAlbum } from './store/albums.ts'

const rows = eraseRows(getAccountRowsSql)

/** Removes the account's photos from albums of other owners and updates the counts and covers of these albums. */
export const albumEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    for (const { account_id, album_id } of await listAlbumsOfOthers(ctx.db, erasure.accountId))
      await change(ctx, async tx => {
        const album = await lockAlbum(tx, account_id, album_id)
        if (album) await removeOwnerPhotos(ctx, tx, album, erasure.accountId)
      })
    await rows.erase(ctx, erasure)
  },
}
