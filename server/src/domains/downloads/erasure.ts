import { change } from '../../context.ts'
import { type AccountEraser, eraseRows } from '../../domain.ts'
import { publishDownload } from './downloads.ts'
import { deleteDownloadsOfOthers, getAccountRowsSql } from './store.ts'

const rows = eraseRows(getAccountRowsSql)

/** Also deletes downloads of other accounts with photos of this one, from shared albums. */
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
