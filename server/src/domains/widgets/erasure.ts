import { change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { deleteEntries } from './store/gallery-entries.ts'
import { getAccountRowsSql } from './store/widgets.ts'

/** Keeps id and channel of gallery entries for a while, so that the retailer's gallery can read the removal. */
export const widgetEraser: AccountEraser = {
  count: (ctx, accountId) => countAccountRows(ctx.db, getAccountRowsSql(accountId)),
  erase: (ctx, { accountId }) =>
    change(ctx, async tx => {
      await deleteEntries(tx, { accountId }, ctx.clock.now())
      await deleteAccountRows(tx.db, getAccountRowsSql(accountId))
    }),
}
