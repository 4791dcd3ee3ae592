import { type Context, change } from '#server/context.ts'
import { removeOrphanBlobsJob } from '../job-kinds.ts'
import { type BlobSweep, findLatestSweep, setSweepState } from '../store/blob-sweeps.ts'

/** A held sweep can be confirmed for this many days. */
const CONFIRMABLE_DAYS = 7

/** Finds the sweep that awaits an operator's confirmation: the latest one, for a week. */
export async function findHeldSweep(ctx: Pick<Context, 'db' | 'clock'>): Promise<BlobSweep | undefined> {
  const since = ctx.clock.now().getTime() - CONFIRMABLE_DAYS * 86_400_000
  const latestSweep = await findLatestSweep(ctx.db)
  return latestSweep?.state === 'held' && latestSweep.started_at.getTime() >= since ? latestSweep : undefined
}

/** Confirms the removals of the held sweep and queues it. Returns it; undefined when none is held. */
export async function confirmHeldSweep(ctx: Context, by: string): Promise<BlobSweep | undefined> {
  const heldSweep = await findHeldSweep(ctx)
  if (!heldSweep) return undefined
  const confirmation = { state: 'removing', confirmed_at: ctx.clock.now(), confirmed_by: by } as const
  return change(ctx, async tx => {
    if (!(await setSweepState(tx, heldSweep.sweep_id, 'held', confirmation))) return undefined
    await ctx.jobs.send(tx, removeOrphanBlobsJob, [{}])
    return heldSweep
  })
}
