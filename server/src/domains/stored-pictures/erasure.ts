import type { Context } from '../../context.ts'
import { type AccountEraser, eraseRows } from '../../domain.ts'
import { toPictureFolder } from './blob-key.ts'
import { getAccountRowsSql } from './store.ts'

const rows = eraseRows(getAccountRowsSql)

/** Removes the bytes first, then the rows that name them. */
export const storedPictureEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    await ctx.blobs.remove(await listKeys(ctx, erasure.accountId))
    await rows.erase(ctx, erasure)
  },
}

const listKeys = (ctx: Context, accountId: string): Promise<string[]> =>
  Array.fromAsync(ctx.blobs.list(toPictureFolder(accountId)), ({ key }) => key)
