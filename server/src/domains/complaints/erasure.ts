import type { Context } from '../../context.ts'
import { type AccountEraser, eraseRows } from '../../domain.ts'
import { toAttachmentFolder } from './attachment-address.ts'
import { getAccountRowsSql } from './store/account-rows.ts'

const rows = eraseRows(getAccountRowsSql)

/** Removes the bytes of attachments first, then the rows that name them. */
export const complaintEraser: AccountEraser = {
  async count(ctx, accountId) {
    return { ...(await rows.count(ctx, accountId)), attachmentBlobs: (await listKeys(ctx, accountId)).length }
  },
  async erase(ctx, erasure) {
    await ctx.blobs.remove(await listKeys(ctx, erasure.accountId))
    await rows.erase(ctx, erasure)
  },
}

const listKeys = (ctx: Context, accountId: string): Promise<string[]> =>
  Array.fromAsync(ctx.blobs.list(toAttachmentFolder(accountId)), ({ key }) => key)
