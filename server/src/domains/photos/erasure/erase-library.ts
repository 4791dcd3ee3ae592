import { type Context, change } from '../../../context.ts'
import type { AccountEraser } from '../../../domain.ts'
import { dropAnswers } from '../../../http/answer-cache.ts'
import { countAccountRows, deleteAccountRows, selectAccountRows } from '../../../platform/db/account-rows.ts'
import { publishLibraryChange } from '../notifications.ts'
import { startErasure } from '../photos.ts'
import { lockNextPhotos } from '../store/locks.ts'
import { photoTables } from '../tables.ts'
import { completeErasure } from './complete-erasure.ts'

/** Photos per transaction and per removal of blobs. */
const BATCH = 500

/** Erases a library of any size in batches: blobs first, then rows. */
export const photoEraser: AccountEraser = {
  async count(ctx, accountId) {
    const rows = selectAccountRows(photoTables, accountId)
    return { ...(await countAccountRows(ctx.db, rows)), blobs: (await listKeys(ctx, accountId)).length }
  },
  async erase(ctx, { accountId }) {
    const { photo_holds, photos: _photos, ...libraryTables } = photoTables
    // Before the photos, because a hold would keep their originals.
    await deleteAccountRows(ctx.db, selectAccountRows({ photo_holds }, accountId))
    for (let lastPhotoId: string | null = null; ; ) {
      const photoIds = await startNextErasures(ctx, accountId, lastPhotoId)
      if (photoIds.length === 0) break
      await completeErasure(ctx, { accountId, photoIds })
      lastPhotoId = photoIds.at(-1)!
    }
    await deleteAccountRows(ctx.db, selectAccountRows(libraryTables, accountId))
    dropAnswers(ctx, accountId)
    // Includes blobs without a row, which a crashed process may have left.
    await ctx.blobs.remove(await listKeys(ctx, accountId))
  },
}

/** Marks the next photos by id as erased, in the library or in the bin; returns their ids. */
function startNextErasures(ctx: Context, accountId: string, after: string | null): Promise<string[]> {
  return change(ctx, async tx => {
    const rows = await lockNextPhotos(tx, accountId, after, BATCH)
    await startErasure(
      ctx,
      tx,
      accountId,
      rows.filter(row => row.erased_at === null),
    )
    const inLibrary = rows.filter(row => row.deleted_at === null).map(row => row.photo_id)
    await publishLibraryChange(ctx, tx, accountId, inLibrary, 'removed')
    return rows.map(row => row.photo_id)
  })
}

const listKeys = (ctx: Context, accountId: string): Promise<string[]> =>
  Array.fromAsync(ctx.blobs.list(`${accountId}/`), ({ key }) => key)
