import type { AccountEraser } from '#server/domain.ts'
import { countAccountRows, deleteAccountRows } from '#server/platform/db/account-rows.ts'
import { getAccountRowsSql } from './store/account-rows.ts'

/** An interrupted erasure is found by the customer's row; jobs of the account are removed before it. */
export const customerEraser: AccountEraser = {
  isRecord: true,
  count: async (ctx, accountId) => ({
    ...(await countAccountRows(ctx.db, getAccountRowsSql(accountId))),
    jobs: await ctx.jobs.countQueued('accountId', accountId),
  }),
  async erase(ctx, { accountId }) {
    await ctx.jobs.deleteQueued('accountId', accountId)
    await deleteAccountRows(ctx.db, getAccountRowsSql(accountId))
  },
}
