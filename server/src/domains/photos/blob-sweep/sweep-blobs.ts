import { type Context, change } from '#server/context.ts'
import { findRow } from '../../../platform/db/rows.ts'
import { parseBlobKey } from '../blob-keys.ts'
import { removeOrphanBlobsJob } from '../job-kinds.ts'
import {
  addRemoved,
  type BlobSweep,
  findLatestSweep,
  findRunningSweep,
  insertSweep,
  setSweepPassed,
  setSweepState,
} from '../store/blob-sweeps.ts'
import {
  countOrphansFoundBefore,
  deleteOrphans,
  deleteOrphansNotSeenIn,
  listOrphansFoundBefore,
  type OrphanBlob,
  upsertOrphans,
} from '../store/orphan-blobs.ts'
import { mayRemoveUnknownBlobs, writeLabel } from './blob-store-owner.ts'
import { filterOrphans } from './orphans.ts'

/** A younger blob without a row may belong to an upload that is being completed. */
const ORPHAN_AGE_MS = 60 * 60_000
/**
 * Least time between the sweep that finds an orphan and the one that removes it: less than a day, so that the next
 * daily run may.
 */
export const REMOVAL_DELAY_MS = 20 * 60 * 60_000

const BATCH = 500
/** Longest run of a job; its successor continues after the last account. */
const SLICE_MS = 10 * 60_000

/**
 * Lists all blobs and removes those without a photo that two sweeps have seen, at least 20 hours apart (P5). A sweep
 * that would remove more than the configured share of all blobs is held until an operator confirms it. Continues the
 * running sweep, if there is one, and queues a job for the rest. Does nothing when the blobs belong to another
 * database. Returns the sweep, undefined when there is none.
 */
export async function sweepBlobs(ctx: Context, signal: AbortSignal): Promise<BlobSweep | undefined> {
  if (!(await mayRemoveUnknownBlobs(ctx))) return undefined
  const sweep = (await findRunningSweep(ctx.db)) ?? (await startSweep(ctx))
  const budget = { signal, endsAt: ctx.clock.now().getTime() + SLICE_MS }
  const isComplete =
    (sweep?.state !== 'listing' || (await listBlobs(ctx, sweep, budget))) &&
    (await removeOrphans(ctx, budget))
  if (!isComplete) await change(ctx, tx => ctx.jobs.send(tx, removeOrphanBlobsJob, [{}]))
  return findLatestSweep(ctx.db)
}

interface Budget {
  signal: AbortSignal
  endsAt: number
}

const isUsedUp = (ctx: Context, { signal, endsAt }: Budget) =>
  signal.aborted || ctx.clock.now().getTime() >= endsAt

async function startSweep(ctx: Context): Promise<BlobSweep | undefined> {
  const sweep = await insertSweep(ctx.db, ctx.clock.now())
  if (sweep) await writeLabel(ctx)
  return sweep ?? findRunningSweep(ctx.db)
}

/** Lists one account or more and records orphans. False when the budget was used up before the last account. */
async function listBlobs(ctx: Context, sweep: BlobSweep, budget: Budget): Promise<boolean> {
  const orphanBefore = new Date(ctx.clock.now().getTime() - ORPHAN_AGE_MS)
  let account: string | null = null
  let listedBlobs = 0
  let keys: string[] = []
  const flush = async (checkedKey: string | null) => {
    const orphans = await filterOrphans(ctx.db, keys)
    keys = []
    await change(ctx, async tx => {
      await upsertOrphans(tx, orphans, sweep.sweep_id, ctx.clock.now())
      if (checkedKey !== null) await setSweepPassed(tx, sweep.sweep_id, checkedKey, listedBlobs)
    })
    if (checkedKey !== null) listedBlobs = 0
  }
  if (budget.signal.aborted) return false
  for await (const { key, modified } of ctx.blobs.list('', sweep.passed)) {
    const owner = parseBlobKey(key)?.accountId
    if (owner === undefined) continue
    if (account !== null && owner !== account) {
      const isOver = isUsedUp(ctx, budget)
      if (isOver || keys.length >= BATCH / 2) await flush(account)
      if (isOver) return false
    }
    account = owner
    listedBlobs++
    if (modified <= orphanBefore) keys.push(key)
    // Blobs of an account with many are counted at its end: a sweep that is interrupted lists it again.
    if (keys.length >= BATCH) await flush(null)
  }
  await flush(account)
  await completeListing(ctx, sweep)
  return true
}

/** Decides whether the orphans that two sweeps have seen may be removed. */
async function completeListing(ctx: Context, { sweep_id, started_at }: BlobSweep): Promise<void> {
  await change(ctx, async tx => {
    await deleteOrphansNotSeenIn(tx, sweep_id)
    const dueOrphans = await countOrphansFoundBefore(tx, getRemovableBefore(started_at))
    const { blobs } = (await findRow(tx.db, 'blob_sweeps', { sweep_id }))!
    const isHeld = dueOrphans > (Number(blobs) * ctx.config.sweepGuardPercent) / 100
    const state = isHeld ? 'held' : 'removing'
    const isFirst = await setSweepState(tx, sweep_id, 'listing', { state, due: dueOrphans })
    if (isHeld && isFirst)
      ctx.log.error(
        { sweep: sweep_id, due: dueOrphans, blobs },
        'blob sweep held: too many blobs would be removed',
      )
  })
}

const getRemovableBefore = (startedAt: Date) => new Date(startedAt.getTime() - REMOVAL_DELAY_MS)

/** Removes the orphans of the running sweep. False when the budget was used up before the end. */
async function removeOrphans(ctx: Context, budget: Budget): Promise<boolean> {
  const sweep = await findRunningSweep(ctx.db)
  if (sweep?.state !== 'removing') return true
  for (;;) {
    if (isUsedUp(ctx, budget)) return false
    const batch = await listOrphansFoundBefore(ctx.db, getRemovableBefore(sweep.started_at), BATCH)
    if (batch.length === 0) break
    await removeBatch(ctx, sweep.sweep_id, batch)
  }
  await change(ctx, tx =>
    setSweepState(tx, sweep.sweep_id, 'removing', { state: 'done', finished_at: ctx.clock.now() }),
  )
  const { removed } = (await findLatestSweep(ctx.db))!
  if (removed > 0) ctx.log.info({ sweep: sweep.sweep_id, blobs: removed }, 'orphan blobs removed')
  return true
}

/** Checks the rows once more, because a photo may have been inserted since. */
async function removeBatch(ctx: Context, sweepId: number, batch: OrphanBlob[]): Promise<void> {
  const orphans = await filterOrphans(
    ctx.db,
    batch.map(({ blob_key }) => blob_key),
  )
  await ctx.blobs.remove(orphans.map(({ blob_key }) => blob_key))
  await change(ctx, async tx => {
    await deleteOrphans(tx, batch)
    await addRemoved(tx, sweepId, orphans.length)
  })
}
