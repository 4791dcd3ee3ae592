import type { Context, Tx } from '../../../context.ts'
import { deleteRows, insertRows, listValues, notNull } from '../../../platform/db/rows.ts'
import { erasePhotosJob } from '../job-kinds.ts'
import { lockHolds } from '../store/holds.ts'

/*
 * A hold keeps the originals of all photos that were in an account's library at one instant, even if they are erased
 * later: erasure removes their variants and leaves original and row (marked as erased, so invisible) until the last hold
 * that covers them ends. A hold is one row for a library of any size.
 */

/** Creates a hold on everything in the library now. Returns its instant; no held original is removed from then on. */
export async function createHold(ctx: Context, tx: Tx, accountId: string, holdId: string): Promise<Date> {
  await lockHolds(tx, accountId)
  // Read after the lock: a photo that an erasure selected before is no longer in the library at this instant.
  const at = ctx.clock.now()
  await insertRows(tx.db, 'photo_holds', { account_id: accountId, hold_id: holdId, held_at: at })
  return at
}

/**
 * Ends the hold now and sends jobs that complete the erasures it delayed. Idempotent. The clean-up finds the photos of
 * lost jobs.
 */
export async function releaseHold(ctx: Context, tx: Tx, accountId: string, holdId: string): Promise<void> {
  await lockHolds(tx, accountId)
  if ((await deleteRows(tx.db, 'photo_holds', { account_id: accountId, hold_id: holdId })) === 0) return
  const erasedPhotos = { account_id: accountId, erased_at: notNull }
  const photoIds = await listValues(tx.db, 'photos', erasedPhotos, 'photo_id')
  const payloads = splitIntoChunks(photoIds, PHOTOS_PER_JOB).map(ids => ({ accountId, photoIds: ids }))
  await ctx.jobs.send(tx, erasePhotosJob, payloads)
}

const PHOTOS_PER_JOB = 500

function splitIntoChunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )
}
