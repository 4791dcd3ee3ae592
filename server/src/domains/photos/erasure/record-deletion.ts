import { addDays } from 'date-fns/addDays'
import type { Context, Reader, Tx } from '../../../context.ts'
import { mailEntry } from '../../identity/index.ts'
import { record, sumPhotos } from '../../journal/index.ts'
import { countPhotos } from '../store/month-counts.ts'

/** More photos in a day, and a larger share of the library, are mailed. */
const UNUSUAL_PHOTOS = 500
const UNUSUAL_SHARE = 0.1

/** Records that photos were moved to the bin; the call with which they become unusually many in a day is mailed. */
export async function recordDeletion(
  ctx: Context,
  tx: Tx,
  { accountId, at, total }: { accountId: string; at: Date; total: number },
): Promise<void> {
  const eventId = await record(ctx, tx, { accountId, kind: 'photos.deleted', at, total })
  const deleted = await sumPhotosOfDay(ctx, tx.db, accountId, 'photos.deleted')
  if (deleted <= UNUSUAL_PHOTOS) return
  const library = (await countPhotos(tx.db, accountId)) + deleted
  const usual = Math.max(UNUSUAL_PHOTOS, library * UNUSUAL_SHARE)
  if (deleted > usual && deleted - total <= usual)
    await mailEntry(ctx, tx, { accountId, eventId, kind: 'photos.deleted' })
}

/** Sums the photos of the entries of a kind in the last 24 hours. */
export function sumPhotosOfDay(
  ctx: Context,
  db: Reader,
  accountId: string,
  kind: 'photos.deleted' | 'photos.erased',
): Promise<number> {
  const since = addDays(ctx.clock.now(), -1)
  // Calls are merged into entries of an hour at most.
  const from = new Date(since.getTime() - 3_600_000)
  return sumPhotos(db, accountId, { kind, from, since })
}
