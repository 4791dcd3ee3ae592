import type { Context, Tx } from '../../../context.ts'
import { moveToBin, restoreLockedPhotos, startErasure } from '../photos.ts'
import { lockExpiredPhotos, lockPhotosCreatedUntil } from '../store/erasure.ts'
import type { PhotoRow } from '../store/photos.ts'

/*
 * What the end of the retention period does to a library, in batches within transactions of the retention domain. The
 * photos lie in the bin like deleted ones, marked as expired; what a customer restores or adds anew is not marked.
 */

/** How many, and how large their originals are together. */
export interface PhotoAmount {
  photos: number
  bytes: number
}

/** Moves photos that were in the library at `until` to the bin. Nothing moved: none is left. */
export async function expirePhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  until: Date,
  limit: number,
): Promise<PhotoAmount> {
  const rows = await lockPhotosCreatedUntil(tx, accountId, until, limit)
  await moveToBin(ctx, tx, accountId, rows, { expired: true })
  return amountOf(rows)
}

/** Brings expired photos back into the library. Nothing moved: none is left. */
export async function restoreExpiredPhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  limit: number,
): Promise<PhotoAmount> {
  const rows = await lockExpiredPhotos(tx, accountId, limit)
  await restoreLockedPhotos(ctx, tx, accountId, rows)
  return amountOf(rows)
}

/** Begins to erase expired photos for good. Nothing moved: none is left. */
export async function eraseExpiredPhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  limit: number,
): Promise<PhotoAmount> {
  const rows = await lockExpiredPhotos(tx, accountId, limit)
  await startErasure(ctx, tx, accountId, rows)
  return amountOf(rows)
}

const amountOf = (rows: readonly PhotoRow[]): PhotoAmount => ({
  photos: rows.length,
  bytes: rows.reduce((sum, row) => sum + Number(row.size), 0),
})
