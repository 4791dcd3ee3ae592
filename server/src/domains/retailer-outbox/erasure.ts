import { change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { listKindsThatOutliveAccounts } from './message-kinds.ts'
import { detachMessages, getAccountRowsSql } from './store/messages.ts'

/** Deletes messages, except those that notify the retailer of deletions. */
export const outboxEraser: AccountEraser = {
  count: (ctx, accountId) => countAccountRows(ctx.db, getAccountRowsSql(accountId)),
  erase: (ctx, { accountId }) =>
    change(ctx, async tx => {
      await detachMessages(tx, accountId, listKindsThatOutliveAccounts())
      await deleteAccountRows(tx.db, getAccountRowsSql(accountId))
    }),
}
