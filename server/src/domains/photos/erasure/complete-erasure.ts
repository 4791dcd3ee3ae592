import { type Context, change } from '../../../context.ts'
import { notNull, updateRows } from '../../../platform/db/rows.ts'
import { getBlobKeys, toOriginalKey } from '../blob-keys.ts'
import { deleteErasedPhotos, type ErasedPhoto, listErasedPhotos } from '../store/erasure.ts'
import { lockHolds } from '../store/holds.ts'

/**
 * Removes the blobs of photos that are marked as erased, then their rows. Idempotent: the clean-up repeats it after a
 * crash. Photos under a hold lose only their variants (holds.ts).
 */
export async function completeErasure(
  ctx: Context,
  { accountId, photoIds }: { accountId: string; photoIds: string[] },
): Promise<void> {
  const rows = await change(ctx, async tx => {
    await lockHolds(tx, accountId)
    return listErasedPhotos(tx, accountId, photoIds, ctx.clock.now())
  })
  await removeVariants(
    ctx,
    accountId,
    rows.filter(row => row.held),
  )
  await removePhotos(
    ctx,
    accountId,
    rows.filter(row => !row.held),
  )
}

async function removePhotos(ctx: Context, accountId: string, rows: readonly ErasedPhoto[]): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.flatMap(getBlobKeys)
  await ctx.blobs.remove(keys)
  await deleteErasedPhotos(ctx.db, accountId, rows.map(getPhotoId))
  ctx.log.info({ accountId, photos: rows.map(getPhotoId), blobs: keys.length }, 'photos erased')
}

async function removeVariants(ctx: Context, accountId: string, rows: readonly ErasedPhoto[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.blobs.remove(rows.flatMap(row => getBlobKeys(row).filter(key => key !== toOriginalKey(row))))
  const key = { account_id: accountId, photo_id: rows.map(getPhotoId), erased_at: notNull }
  await updateRows(ctx.db, 'photos', key, { variants: '[]' })
  ctx.log.info(
    { accountId, photos: rows.map(getPhotoId) },
    'variants of photos removed, their originals are held',
  )
}

const getPhotoId = (row: ErasedPhoto) => row.photo_id
