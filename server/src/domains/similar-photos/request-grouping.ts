import type { Context, Tx } from '../../context.ts'
import { toJobId } from '../../platform/jobs/job-ids.ts'
import { groupPhotosJob } from './job-kinds.ts'

/**
 * Requests a search for groups at the end of the next minute. Changes of one minute share a job; while photos of the account
 * are still being read, its handler leaves the search to the job of their minute.
 */
export async function requestGrouping(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const minute = Math.floor(ctx.clock.now().getTime() / MINUTE_MS)
  await ctx.jobs.send(tx, groupPhotosJob, [{ accountId }], {
    id: toJobId(`${accountId} ${minute}`),
    startAfter: new Date((minute + 2) * MINUTE_MS),
  })
}

const MINUTE_MS = 60_000
