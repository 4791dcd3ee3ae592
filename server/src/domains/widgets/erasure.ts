import { change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { deleteEntries } from './store/gallery.ts'
import { accountRows } from './store/widgets.ts'

/** Of the gallery entries the id and the channel stay for a while, so that the gallery hears of the removal. */
export const widgetEraser: AccountEraser = {
  count: (ctx, accountId) => countAccountRows(ctx.db, accountRows(accountId)),
  erase: (ctx, { accountId }) =>
    change(ctx, async tx => {
      await deleteEntries(tx, { accountId }, ctx.clock.now())
      await deleteAccountRows(tx.db, accountRows(accountId))
    }),
}
