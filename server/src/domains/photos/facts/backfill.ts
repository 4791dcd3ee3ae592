import { type Context, change } from '../../../context.ts'
import { waitOneMinute } from '../../../platform/jobs/job-ids.ts'
import { isPastHalfOfLease } from '../../../platform/jobs/jobs.ts'
import { photoFactsChanged } from '../events.ts'
import { backfillFactsJob } from '../job-kinds.ts'
import { backfilledFacts } from '../metrics.ts'
import type { PictureFacts } from '../store/facts.ts'
import {
  type Backfill,
  type BackfillPhoto,
  findNextBackfill,
  listPhotosToBackfill,
  writeBackfill,
} from '../store/facts-backfill.ts'
import { isAnyIngestWaiting } from '../store/ingests.ts'
import { FACTS_VERSION, toPictureFacts } from './picture-facts.ts'
import { readVariant } from './read-variant.ts'

/** Photos whose facts are written in one transaction. A process that crashes reads at most these again. */
const STEP_SIZE = 200

/**
 * Reads the pictures that are not read by the rules of this version, account by account and by id. Stops as soon as a photo waits for
 * its variants, the process shuts down or half the lease has passed, within one photo, and continues a minute later.
 */
export async function backfillFacts(ctx: Context, signal: AbortSignal): Promise<void> {
  const startedAt = ctx.clock.now()
  const isInterrupted = async () =>
    signal.aborted ||
    isPastHalfOfLease(backfillFactsJob, startedAt, ctx.clock.now()) ||
    (await isAnyIngestWaiting(ctx.db))
  let backfill = await findNextBackfill(ctx.db, '', FACTS_VERSION, ctx.clock.now())
  while (backfill) {
    const next = (await isInterrupted()) ? null : await runStep(ctx, backfill, isInterrupted)
    if (next === null) {
      const options = waitOneMinute('backfill', ctx.clock.now())
      await change(ctx, tx => ctx.jobs.send(tx, backfillFactsJob, [{}], options))
      return
    }
    backfill = next ?? (await findNextBackfill(ctx.db, backfill.accountId, FACTS_VERSION, ctx.clock.now()))
  }
}

/** Runs a step; undefined when the account is done, null when it was interrupted. What was read is written either way. */
async function runStep(
  ctx: Context,
  backfill: Backfill,
  isInterrupted: () => Promise<boolean>,
): Promise<Backfill | null | undefined> {
  const { accountId } = backfill
  const photos = await listPhotosToBackfill(ctx.db, backfill, FACTS_VERSION, STEP_SIZE)
  const read: { photo: BackfillPhoto; facts: PictureFacts | null }[] = []
  let interrupted = false
  for (const photo of photos) {
    interrupted = await isInterrupted()
    if (interrupted) break
    read.push({ photo, facts: photo.isRead ? null : await readFacts(ctx, photo) })
  }
  const passed = read.at(-1)?.photo.photo_id ?? backfill.passed
  const done = !interrupted && photos.length < STEP_SIZE
  const progress = { passed, done, version: FACTS_VERSION, now: ctx.clock.now() }
  await change(ctx, async tx => {
    await writeBackfill(tx, accountId, read, progress)
    const photoIds = read.flatMap(({ photo, facts }) => (facts ? [photo.photo_id] : []))
    if (photoIds.length > 0) await ctx.events.emit(tx, photoFactsChanged, { accountId, photoIds })
  })
  ctx.metrics.get(backfilledFacts).inc(read.length)
  if (interrupted) return null
  return done ? undefined : { accountId, passed }
}

/** Reads the facts of a stored variant; null for a photo without one, whose facts its ingest writes, if any. */
async function readFacts(ctx: Context, photo: BackfillPhoto): Promise<PictureFacts | null> {
  if (photo.state !== 'ready') return null
  return readVariant(ctx, photo, async variant =>
    toPictureFacts(photo, await ctx.images.readPixelFacts(variant)),
  )
}
