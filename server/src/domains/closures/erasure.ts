import { type Context, change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows } from '../../platform/db/account-rows.ts'
import { accountRows, anonymizeClosures } from './store.ts'

/** Closures are found by the job until everything else is erased, so they are the last. */
export const closureEraser: AccountEraser = {
  count: (ctx, accountId) => countAccountRows(ctx.db, accountRows(accountId)),
  erase: (ctx: Context, { accountId }) =>
    change(ctx, tx => anonymizeClosures(tx, accountId, ctx.clock.now())),
}
