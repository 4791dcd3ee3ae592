import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../context.ts'
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

/** Job ids are UUIDs. */
function toJobId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
