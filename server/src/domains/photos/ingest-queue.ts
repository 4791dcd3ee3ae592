import { type Context, change, type Tx } from '../../context.ts'
import { deleteRows } from '../../platform/db/rows.ts'
import type { JobKind } from '../../platform/jobs/jobs.ts'
import { ingestHeicJob, ingestPhotoJob, type PhotoRef } from './job-kinds.ts'
import { insertIngest, listIngests, type PhotoIngest } from './store/ingests.ts'
import type { IngestLane, PhotosTable } from './tables.ts'

/**
 * Selects the lane of a photo's ingest. HEIC has its own lane, because it takes ten times as long. Each
 * lane is a fair queue by account: the n-th waiting photo of an account gets the n-th turn from now, however many
 * photos other accounts have waiting. `lowPriority`: after all photos that a customer is waiting for.
 */
export function selectLane(photo: {
  contentType: PhotosTable['content_type']
  lowPriority?: boolean | undefined
}): IngestLane {
  const format = photo.contentType === 'image/heic' ? 'heic' : 'jpeg-png'
  return photo.lowPriority ? `${format}-import` : format
}

/** Requests another ingest of a photo. */
export async function requestIngestAgain(
  ctx: Context,
  tx: Tx,
  photo: PhotoRef & { contentType: PhotosTable['content_type'] },
): Promise<void> {
  const { accountId, photoId } = photo
  const lane = selectLane(photo)
  await deleteRows(tx.db, 'photo_ingests', { account_id: accountId, photo_id: [photoId] })
  const turn = await insertIngest(tx, { accountId, photoId, lane, now: ctx.clock.now() })
  await sendIngest(ctx, tx, { account_id: accountId, photo_id: photoId, lane, turn }, { again: true })
}

/**
 * Resends the jobs of ingests that have none, for example after the restore of a database, in the order of their
 * turns. Skips photos whose job waits, runs, or is a dead letter.
 */
export async function resendLostIngests(ctx: Context, requestedBefore: Date): Promise<void> {
  for (const lane of Object.keys(JOB_BY_LANE) as IngestLane[]) await resendLane(ctx, lane, requestedBefore)
}

const JOB_BY_LANE: Record<IngestLane, { kind: JobKind<PhotoRef>; firstPriority: number }> = {
  heic: { kind: ingestHeicJob, firstPriority: 0 },
  'heic-import': { kind: ingestHeicJob, firstPriority: -(2 ** 30) },
  'jpeg-png': { kind: ingestPhotoJob, firstPriority: 0 },
  'jpeg-png-import': { kind: ingestPhotoJob, firstPriority: -(2 ** 30) },
}

/** Sends the job of an inserted ingest. The job has the photo's id, so that a photo never has two waiting jobs. */
export function sendIngest(
  ctx: Context,
  tx: Tx,
  { account_id, photo_id, lane, turn }: Pick<PhotoIngest, 'account_id' | 'photo_id' | 'lane' | 'turn'>,
  { again = false } = {},
): Promise<void> {
  const { kind, firstPriority } = JOB_BY_LANE[lane]
  const payload = { accountId: account_id, photoId: photo_id }
  return ctx.jobs.send(tx, kind, [payload], { id: photo_id, again, priority: firstPriority - turn })
}

const BATCH = 500
/** Bounds the rows that are read: lost jobs have the earliest turns. */
const MAX_BATCHES = 20

async function resendLane(ctx: Context, lane: IngestLane, requestedBefore: Date): Promise<void> {
  let lastIngest: PhotoIngest | undefined
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const ingests = await listIngests(ctx.db, lane, requestedBefore, lastIngest, BATCH)
    const ids = ingests.map(ingest => ingest.photo_id)
    const unfinishedIds = await ctx.jobs.findUnfinished([ingestPhotoJob, ingestHeicJob], ids)
    const lostIngests = ingests.filter(ingest => !unfinishedIds.has(ingest.photo_id))
    if (lostIngests.length > 0)
      await change(ctx, async tx => {
        for (const ingest of lostIngests) await sendIngest(ctx, tx, ingest, { again: true })
      })
    if (ingests.length < BATCH) return
    lastIngest = ingests.at(-1)
  }
}
