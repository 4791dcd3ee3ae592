import { change } from '../../context.ts'
import type { AccountEraser } from '../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { getAccountRowsSql, insertInvoiceRecords } from './store.ts'
import { listPdfKeys } from './stored-pdf.ts'

/** Retains number, date and amount of each invoice without the account (OP-59). A running job removes its own PDF. */
export const invoiceEraser: AccountEraser = {
  count: async (ctx, accountId) => ({
    ...(await countAccountRows(ctx.db, getAccountRowsSql(accountId))),
    'invoice PDFs': (await listPdfKeys(ctx, accountId)).length,
  }),
  async erase(ctx, { accountId }) {
    await change(ctx, async tx => {
      await insertInvoiceRecords(tx, accountId)
      await deleteAccountRows(tx.db, getAccountRowsSql(accountId))
    })
    await ctx.blobs.remove(await listPdfKeys(ctx, accountId))
  },
}
