import { change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { getAccountRowsSql, insertOrderRecords } from './store.ts'

/** Keeps number, date and amount of each order, without the account (OP-59). */
export const orderEraser: AccountEraser = {
  count: (ctx, accountId) => countAccountRows(ctx.db, getAccountRowsSql(accountId)),
  erase: (ctx, { accountId }) =>
    change(ctx, async tx => {
      await insertOrderRecords(tx, accountId)
      await deleteAccountRows(tx.db, getAccountRowsSql(accountId))
    }),
}
