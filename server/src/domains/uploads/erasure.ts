import { type AccountEraser, eraseRows } from '../../domain.ts'
import { stagingId } from './staged-upload.ts'
import { selectAccountRows } from './store/account-rows.ts'
import { listReceivingUploads } from './store/uploads.ts'

const rows = eraseRows(selectAccountRows)

/** Bytes that arrive after the erasure have no upload: the clean-up removes them within about an hour. */
export const uploadEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    for (const upload of await listReceivingUploads(ctx.db, erasure.accountId))
      await ctx.blobs.staging.remove(stagingId(upload))
    await rows.erase(ctx, erasure)
  },
}
