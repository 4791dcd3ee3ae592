import type { AccountEraser } from '#server/domain.ts'
import { countAccountRows, deleteAccountRows } from '#server/platform/db/account-rows.ts'
import { accountRows } from './store.ts'

/** The row goes last, since an erasure that was interrupted is found by it; jobs that name the account go before it. */
export const customerEraser: AccountEraser = {
  count: async (ctx, accountId) => ({
    ...(await countAccountRows(ctx.db, accountRows(accountId))),
    jobs: await ctx.jobs.countQueued('accountId', accountId),
  }),
  async erase(ctx, { accountId }) {
    await ctx.jobs.deleteQueued('accountId', accountId)
    await deleteAccountRows(ctx.db, accountRows(accountId))
  },
}
