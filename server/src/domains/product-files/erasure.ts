import { change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { listBlobKeys } from './blob-keys.ts'
import { getAccountRowsSql } from './store.ts'

/** Removes blobs, then rows. A file that is being received is refused at its end, and its bytes are removed. */
export const productFileEraser: AccountEraser = {
  count: async (ctx, accountId) => ({
    ...(await countAccountRows(ctx.db, getAccountRowsSql(accountId))),
    'files of products': (await listBlobKeys(ctx, accountId)).length,
  }),
  async erase(ctx, { accountId }) {
    await ctx.blobs.remove(await listBlobKeys(ctx, accountId))
    await change(ctx, tx => deleteAccountRows(tx.db, getAccountRowsSql(accountId)))
  },
}
