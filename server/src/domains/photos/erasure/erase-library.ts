import { type Context, change } from '../../../context.ts'
import type { AccountEraser } from '../../../domain.ts'
import { countAccountRows, deleteAccountRows } from '../../../platform/db/account-rows.ts'
import { publishLibraryChange } from '../notifications.ts'
import { startErasure } from '../photos.ts'
import { holdRows, libraryRows, photoRows } from '../store/account-rows.ts'
import { lockNextPhotos } from '../store/locks.ts'
import { completeErasure } from './complete-erasure.ts'

/** Photos of one transaction and one removal of bytes. */
const BATCH = 500

/** A library of any size goes batch by batch: bytes, then rows, as every erasing. */
export const photoEraser: AccountEraser = {
  async count(ctx, accountId) {
    const rows = { ...photoRows(accountId), ...libraryRows(accountId), ...holdRows(accountId) }
    return { ...(await countAccountRows(ctx.db, rows)), blobs: (await keysOf(ctx, accountId)).length }
  },
  async erase(ctx, { accountId }) {
    await deleteAccountRows(ctx.db, holdRows(accountId))
    for (let last: string | null = null; ; ) {
      const photoIds = await startNextErasures(ctx, accountId, last)
      if (photoIds.length === 0) break
      await completeErasure(ctx, { accountId, photoIds })
      last = photoIds.at(-1)!
    }
    await deleteAccountRows(ctx.db, libraryRows(accountId))
    // Also those without a row, which a died process may have left.
    await ctx.blobs.remove(await keysOf(ctx, accountId))
  },
}

/** Marks the next photos by id as erased, wherever they are; answers their ids. */
function startNextErasures(ctx: Context, accountId: string, after: string | null): Promise<string[]> {
  return change(ctx, async tx => {
    const rows = await lockNextPhotos(tx, accountId, after, BATCH)
    await startErasure(
      ctx,
      tx,
      accountId,
      rows.filter(row => row.erased_at === null),
    )
    const shown = rows.filter(row => row.deleted_at === null).map(row => row.photo_id)
    await publishLibraryChange(ctx, tx, accountId, shown, 'removed')
    return rows.map(row => row.photo_id)
  })
}

const keysOf = (ctx: Context, accountId: string): Promise<string[]> =>
  Array.fromAsync(ctx.blobs.list(`${accountId}/`), ({ key }) => key)
