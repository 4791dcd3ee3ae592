import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change, type Tx } from '../../context.ts'
import { toPictureKey } from './blob-key.ts'
import { sweepPicturesJob } from './job-kinds.ts'
import {
  deletePictures,
  deleteUses,
  discardStalePictures,
  discardUnusedPictures,
  listDiscardedPictures,
  upsertUse,
} from './store.ts'

/** Unused pictures are removed after this time; older anonymous pictures are no longer requested. */
const UNUSED_DAYS = 400
/** A picture without bytes after this time was abandoned by a process that died. */
const UNSTORED_DAYS = 1
const BATCH = 200

/**
 * Sets the picture that an object such as 'project:7' displays; undefined removes it. A picture that is no longer in use is
 * removed after the transaction.
 */
export async function setPictureUse(
  ctx: Pick<Context, 'jobs' | 'clock'>,
  tx: Tx,
  { accountId, usedBy }: { accountId: string; usedBy: string },
  pictureId: string | undefined,
): Promise<void> {
  const formerPictureIds = await deleteUses(tx, accountId, usedBy, pictureId)
  if (pictureId !== undefined) await upsertUse(tx, accountId, usedBy, pictureId)
  if (formerPictureIds.length === 0) return
  await discardUnusedPictures(tx, accountId, formerPictureIds, ctx.clock.now())
  await ctx.jobs.send(tx, sweepPicturesJob, [{}])
}

/** Removes unused pictures: bytes first, then rows. */
export async function sweepPictures(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const getDaysAgo = (days: number) => new Date(now.getTime() - days * millisecondsInDay)
  await change(ctx, tx =>
    discardStalePictures(tx, now, {
      createdBefore: getDaysAgo(UNUSED_DAYS),
      unstoredBefore: getDaysAgo(UNSTORED_DAYS),
    }),
  )
  while (!signal.aborted) {
    const rows = await listDiscardedPictures(ctx.db, BATCH)
    if (rows.length === 0) return
    await ctx.blobs.remove(rows.map(toPictureKey))
    await deletePictures(
      ctx.db,
      rows.map(row => row.picture_id),
    )
  }
}
