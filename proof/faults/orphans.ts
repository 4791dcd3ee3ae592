import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, change } from '#server/context.ts'
import { toOriginalKey } from '#server/domains/photos/blob-keys.ts'
import { sweepBlobs } from '#server/domains/photos/blob-sweep/sweep-blobs.ts'
import { removeOrphanBlobsJob } from '#server/domains/photos/job-kinds.ts'
import { createManualClock } from '#server/platform/clock/clock.testing.ts'

const DAY_MS = 86_400_000
const COUNT = 5

/**
 * Leaves blobs of days ago without rows, as a restore of an older database does. Yesterday's sweep has seen them, and
 * today's is queued. `bucketFolder` has the files of the bucket.
 */
export async function createOrphanBlobs(ctx: Context, bucketFolder: string): Promise<void> {
  const accountId = randomUUID()
  for (let i = 0; i < COUNT; i++) {
    const photo = { account_id: accountId, photo_id: randomUUID(), sha256: randomBytes(32).toString('hex') }
    await ctx.blobs.put(toOriginalKey(photo), randomBytes(1_000))
  }
  const now = ctx.clock.now().getTime()
  const storedAt = new Date(now - 3 * DAY_MS)
  for (const entry of await readdir(bucketFolder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.parentPath.includes(accountId))
      await utimes(join(entry.parentPath, entry.name), storedAt, storedAt)
  const clock = createManualClock(new Date(now - DAY_MS))
  await sweepBlobs({ ...ctx, clock }, new AbortController().signal)
  await change(ctx, tx => ctx.jobs.send(tx, removeOrphanBlobsJob, [{}]))
}
