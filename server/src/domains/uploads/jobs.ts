import { RECEIPT_DAYS } from '#contract/upload-batches.ts'
import { type Context, change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { readRows } from '../../platform/db/read-rows.ts'
import { deleteRows, lessThan } from '../../platform/db/rows.ts'
import {
  defineJob,
  handleEach,
  handleJob,
  type JobRegistration,
  runOnSchedule,
} from '../../platform/jobs/jobs.ts'
import { mayRemoveUnknownBlobs, photoRefused } from '../photos/index.ts'
import { completeUpload } from './completion.ts'
import { uploadRefused } from './events.ts'
import { acquireFreeLease, releaseLease } from './lease.ts'
import { completeReplacement, ingestReplacedOriginal } from './originals.ts'
import { publishReceipt } from './receipts.ts'
import { getReceivedLength, parseStagingId, toStagingId } from './receiving.ts'
import { deleteBatchFilesBefore } from './store/batches.ts'
import {
  deleteFinishedUploads,
  findReceivingUploads,
  listAbandonedUploads,
  refuseExpiredUploads,
} from './store/clean-up.ts'
import { findUpload, setUploadRefused, type UploadRow } from './store/uploads.ts'

/**
 * Completes uploads whose process died or failed after the last byte. Scheduled jobs start once a minute at most: each
 * run sends one more for half a minute later, so that an upload is complete within a minute of the crash.
 */
export const completeAbandonedUploads = defineJob<{ isSecond?: boolean }>('uploads.complete', {
  schedule: '* * * * *',
  leaseSeconds: 900,
})

const HALF_MINUTE_MS = 30_000
const BATCH = 200
const DELETE_BATCH = 1000
const MAX_STAGED_MS = 60 * 60_000

export const uploadJobs: readonly JobRegistration<Context>[] = [
  runOnSchedule('uploads.tidy', '*/5 * * * *', cleanUpFinished, { leaseSeconds: 900 }),
  handleJob(completeAbandonedUploads, async (ctx, payloads, signal) => {
    if (!payloads.some(({ isSecond }) => isSecond)) await scheduleSecondRun(ctx)
    await completeAbandoned(ctx, signal)
  }),
  handleEach(ingestReplacedOriginal, completeReplacement),
  handleJob(photoRefused, async (ctx, payloads) => {
    for (const { accountId, uploadId, reason } of payloads)
      await refuseUpload(ctx, accountId, uploadId, reason)
  }),
]

async function scheduleSecondRun(ctx: Context): Promise<void> {
  const startAfter = new Date(ctx.clock.now().getTime() + HALF_MINUTE_MS)
  await change(ctx, tx => ctx.jobs.send(tx, completeAbandonedUploads, [{ isSecond: true }], { startAfter }))
}

async function refuseUpload(
  ctx: Context,
  accountId: string,
  uploadId: string,
  reason: 'broken',
): Promise<void> {
  const row = await findUpload(ctx.db, accountId, uploadId)
  if (!row) return
  await change(ctx, async tx => {
    await setUploadRefused(tx.db, row, { reason, at: ctx.clock.now() })
    await publishReceipt(ctx, tx, { ...row, state: 'refused', reason, photo_state: null })
    await ctx.events.emit(tx, uploadRefused, { accountId, uploadId, reason })
  })
}

/** Does the work of both clean-up jobs. `signal` stops it between two uploads. */
export async function cleanUp(ctx: Context, signal: AbortSignal): Promise<void> {
  await completeAbandoned(ctx, signal)
  await cleanUpFinished(ctx, signal)
}

/** A failure does not stop the run: the lease of the failed upload stays expired, so that the next run retries it. */
async function completeAbandoned(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const rows = readRows<UploadRow>(BATCH, (last, limit) => listAbandonedUploads(ctx.db, now, last, limit))
  for await (const row of rows) {
    if (signal.aborted) return
    try {
      await completeIfReceived(ctx, row)
    } catch (error) {
      if (error instanceof Failure) continue
      ctx.log.error({ err: error, uploadId: row.upload_id }, 'upload not completed, it will be tried again')
    }
  }
}

/** Completes the upload if all bytes have arrived, else releases its lease, so that it is not listed again. */
async function completeIfReceived(ctx: Context, row: UploadRow): Promise<void> {
  const lease = await acquireFreeLease(ctx, row)
  if (!lease) return
  const isReceived = (await getReceivedLength(ctx, lease.row)) === Number(row.size)
  await (isReceived ? completeUpload(ctx, lease, null) : releaseLease(ctx, lease))
}

/** Removes expired uploads, old receipts and stale bytes. */
async function cleanUpFinished(ctx: Context, signal: AbortSignal): Promise<void> {
  await expireUploads(ctx, signal)
  const finishedBefore = new Date(ctx.clock.now().getTime() - RECEIPT_DAYS * 86_400_000)
  while (!signal.aborted && (await deleteFinishedUploads(ctx.db, finishedBefore, DELETE_BATCH)) > 0);
  await deleteRows(ctx.db, 'upload_sessions', { expires_at: lessThan(finishedBefore) })
  await deleteBatchFilesBefore(ctx.db, finishedBefore)
  await removeAbandonedBytes(ctx, signal)
}

/** A crash between the two steps leaves bytes without an upload, which are removed after an hour. */
async function expireUploads(ctx: Context, signal: AbortSignal): Promise<void> {
  for (;;) {
    const expiredUploads = signal.aborted ? [] : await refuseExpiredUploads(ctx.db, ctx.clock.now(), BATCH)
    if (expiredUploads.length === 0) return
    for (const key of expiredUploads) await ctx.blobs.staging.remove(toStagingId(key))
  }
}

/** Removes staged bytes older than an hour that belong to no upload in progress. */
async function removeAbandonedBytes(ctx: Context, signal: AbortSignal): Promise<void> {
  if (!(await mayRemoveUnknownBlobs(ctx))) return
  const modifiedBefore = new Date(ctx.clock.now().getTime() - MAX_STAGED_MS)
  let ids: string[] = []
  for await (const { id, modified } of ctx.blobs.staging.list()) {
    if (signal.aborted) return
    if (modified <= modifiedBefore) ids.push(id)
    if (ids.length < BATCH) continue
    await removeUnlessReceiving(ctx, ids)
    ids = []
  }
  await removeUnlessReceiving(ctx, ids)
}

async function removeUnlessReceiving(ctx: Context, ids: readonly string[]): Promise<void> {
  const receivingUploads = await findReceivingUploads(ctx.db, ids.map(parseStagingId))
  const receivingIds = new Set(receivingUploads.map(toStagingId))
  for (const id of ids) if (!receivingIds.has(id)) await ctx.blobs.staging.remove(id)
}
