import type { Context, Tx } from '../../../context.ts'
import { moveToBin, restoreLockedPhotos, startErasure } from '../photos.ts'
import { lockExpiredPhotos, lockPhotosCreatedUntil } from '../store/erasure.ts'
import type { PhotoAmount } from '../store/library-sizes.ts'
import type { PhotoRow } from '../store/photos.ts'

/*
 * Steps of an expiration, in batches within transactions of the retention domain. Expired photos are in the bin like
 * deleted ones and marked as expired; photos that the customer restores or uploads again are not marked.
 */

/** Moves up to `limit` photos that were in the library at `until` to the bin. Returns zero photos at the end. */
export async function expirePhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  until: Date,
  limit: number,
): Promise<PhotoAmount> {
  const rows = await lockPhotosCreatedUntil(tx, accountId, until, limit)
  await moveToBin(ctx, tx, accountId, rows, { expired: true })
  return sumPhotos(rows)
}

/** Restores up to `limit` expired photos. Returns zero photos at the end. */
export async function restoreExpiredPhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  limit: number,
): Promise<PhotoAmount> {
  const rows = await lockExpiredPhotos(tx, accountId, limit)
  await restoreLockedPhotos(ctx, tx, accountId, rows)
  return sumPhotos(rows)
}

/** Starts the erasure of up to `limit` expired photos. Returns zero photos at the end. */
export async function eraseExpiredPhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  limit: number,
): Promise<PhotoAmount> {
  const rows = await lockExpiredPhotos(tx, accountId, limit)
  await startErasure(ctx, tx, accountId, rows)
  return sumPhotos(rows)
}

const sumPhotos = (rows: readonly PhotoRow[]): PhotoAmount => ({
  photos: rows.length,
  bytes: rows.reduce((sum, row) => sum + Number(row.size), 0),
})
