import { change } from '../../context.ts'
import { type AccountEraser, eraseRows } from '../../domain.ts'
import { publishDownload } from './downloads.ts'
import { accountRows, deleteDownloadsOfOthers } from './store/account-rows.ts'

const rows = eraseRows(accountRows)

/** Downloads of others with photos of the account, from a shared album, end with it. */
export const downloadEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    await change(ctx, async tx => {
      for (const row of await deleteDownloadsOfOthers(tx, erasure.accountId))
        await publishDownload(ctx, tx, row, 'archive-generation-error')
    })
    await rows.erase(ctx, erasure)
  },
}
