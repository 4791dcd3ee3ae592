import type { Context } from '../../../context.ts'
import { change } from '../../../context.ts'
import { blobKeys, originalKey } from '../blob-keys.ts'
import { clearVariants, deleteErasedPhotos, type ErasedPhoto, listErasedPhotos } from '../store/erasure.ts'
import { lockHolds } from '../store/holds.ts'

/**
 * Second half of erasing: bytes first, then rows; whatever is left after a crash is found and done again. Of photos
 * that are held only the sizes go now (holds.ts).
 */
export async function completeErasure(
  ctx: Context,
  { accountId, photoIds }: { accountId: string; photoIds: string[] },
): Promise<void> {
  const rows = await change(ctx, async tx => {
    await lockHolds(tx, accountId)
    return listErasedPhotos(tx, accountId, photoIds, ctx.clock.now())
  })
  await eraseSizes(
    ctx,
    accountId,
    rows.filter(row => row.held),
  )
  await eraseAll(
    ctx,
    accountId,
    rows.filter(row => !row.held),
  )
}

async function eraseAll(ctx: Context, accountId: string, rows: readonly ErasedPhoto[]): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.flatMap(blobKeys)
  await ctx.blobs.remove(keys)
  await deleteErasedPhotos(ctx.db, accountId, rows.map(idOf))
  ctx.log.info({ accountId, photos: rows.map(idOf), blobs: keys.length }, 'photos erased')
}

async function eraseSizes(ctx: Context, accountId: string, rows: readonly ErasedPhoto[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.blobs.remove(rows.flatMap(row => blobKeys(row).filter(key => key !== originalKey(row))))
  await clearVariants(ctx.db, accountId, rows.map(idOf))
  ctx.log.info({ accountId, photos: rows.map(idOf) }, 'photos erased but for their held originals')
}

const idOf = (row: ErasedPhoto) => row.photo_id
