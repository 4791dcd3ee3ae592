import type { Context, Tx } from '../../../context.ts'
import { erasePhotosJob } from '../job-kinds.ts'
import { listErasedPhotoIds } from '../store/erasure.ts'
import { deleteHold, insertHold, lockHolds } from '../store/holds.ts'

/*
 * A hold keeps the originals of all photos that were in an account's library at one instant, whatever becomes of them
 * afterwards: erasing takes their sizes and leaves original and row (marked as erased, so invisible) until the last
 * hold that covers them ends. One row however large the library is.
 */

/** Holds everything that is in the library now. Answers the instant; nothing of it is erased from then on. */
export async function createHold(ctx: Context, tx: Tx, accountId: string, holdId: string): Promise<Date> {
  await lockHolds(tx, accountId)
  // Read behind the lock: what an erasure decided to take before is not in the library at this instant any more.
  const at = ctx.clock.now()
  await insertHold(tx, accountId, holdId, at)
  return at
}

/**
 * Ends the hold now and has erased what waited for it. May be repeated. Where the jobs are lost the regular tidying
 * finds the same photos.
 */
export async function releaseHold(ctx: Context, tx: Tx, accountId: string, holdId: string): Promise<void> {
  await lockHolds(tx, accountId)
  if (!(await deleteHold(tx, accountId, holdId))) return
  const photoIds = await listErasedPhotoIds(tx.db, accountId)
  const payloads = chunked(photoIds, PHOTOS_PER_JOB).map(some => ({ accountId, photoIds: some }))
  await ctx.jobs.send(tx, erasePhotosJob, payloads)
}

const PHOTOS_PER_JOB = 500

function chunked<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
