import { type Context, change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows } from '../../platform/db/account-rows.ts'
import { anonymizeClosures, getAccountRowsSql } from './store.ts'

/** The job that erases accounts finds them by their closures until everything else is erased. */
export const closureEraser: AccountEraser = {
  isRecord: true,
  count: (ctx, accountId) => countAccountRows(ctx.db, getAccountRowsSql(accountId)),
  erase: (ctx: Context, { accountId }) =>
    change(ctx, tx => anonymizeClosures(tx, accountId, ctx.clock.now())),
}
