import { type AccountEraser, eraseRows } from '../../domain.ts'
import { toStagingId } from './staged-upload.ts'
import { getAccountRowsSql } from './store/account-rows.ts'
import { listReceivingUploads } from './store/uploads.ts'

const rows = eraseRows(getAccountRowsSql)

/** Bytes that arrive after the erasure have no upload: the clean-up removes them within about an hour. */
export const uploadEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    for (const upload of await listReceivingUploads(ctx.db, erasure.accountId))
      await ctx.blobs.staging.remove(toStagingId(upload))
    await rows.erase(ctx, erasure)
  },
}
