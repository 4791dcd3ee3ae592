import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { defineJob, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { mayRemoveUnknownBlobs, photoRefused } from '../photos/index.ts'
import { completeUpload } from './completion.ts'
import { uploadRefused } from './events.ts'
import { publishReceipt } from './receipts.ts'
import { receivedLength, stagingId } from './staged-upload.ts'
import { deleteSessionsExpiredBefore } from './store/sessions.ts'
import {
  deleteUploadsFinishedBefore,
  findUpload,
  listExpiredUploads,
  listUnfinishedUploads,
  setUploadOutcome,
} from './store/uploads.ts'

/** Completes uploads whose process crashed after the last byte; removes expired uploads, old receipts and stale bytes. */
export const cleanUpUploads = defineJob<Record<string, never>>('uploads.tidy', {
  schedule: '*/5 * * * *',
  leaseSeconds: 900,
})

const BATCH = 200
/** A request may still be completing an upload younger than this. */
const MIN_AGE_MS = 60_000
const RECEIPT_DAYS = 30
const MAX_STAGED_MS = 60 * 60_000

export const uploadJobs: readonly JobRegistration<Context>[] = [
  handleJob(cleanUpUploads, (ctx, _payloads, signal) => cleanUp(ctx, signal)),
  handleJob(photoRefused, async (ctx, payloads) => {
    for (const { accountId, uploadId, reason } of payloads)
      await refuseUpload(ctx, accountId, uploadId, reason)
  }),
]

async function refuseUpload(
  ctx: Context,
  accountId: string,
  uploadId: string,
  reason: 'broken',
): Promise<void> {
  const row = await findUpload(ctx.db, accountId, uploadId)
  if (!row) return
  await change(ctx, async tx => {
    await setUploadOutcome(tx.db, row, { state: 'refused', reason, at: ctx.clock.now() })
    await publishReceipt(ctx, tx, { ...row, state: 'refused', reason, photo_state: null })
    await ctx.events.emit(tx, uploadRefused, { accountId, uploadId, reason })
  })
}

/** The work of the clean-up job. `signal` stops it between two uploads. */
export async function cleanUp(ctx: Context, signal: AbortSignal): Promise<void> {
  await completeReceivedUploads(ctx, signal)
  await expireUploads(ctx)
  await removeAbandonedBytes(ctx)
}

async function completeReceivedUploads(ctx: Context, signal: AbortSignal): Promise<void> {
  const createdBefore = new Date(ctx.clock.now().getTime() - MIN_AGE_MS)
  const rows = await listUnfinishedUploads(ctx.db, createdBefore, BATCH)
  for (const row of rows) {
    if (signal.aborted) return
    if ((await receivedLength(ctx, row)) !== Number(row.size)) continue
    await completeUpload(ctx, row.account_id, row.upload_id, null).catch(error => {
      if (!(error instanceof Failure)) throw error
    })
  }
}

async function expireUploads(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const rows = await listExpiredUploads(ctx.db, now, BATCH)
  for (const row of rows) {
    await setUploadOutcome(ctx.db, row, { state: 'refused', reason: 'expired', at: now })
    await ctx.blobs.staging.remove(stagingId(row))
  }
  const finishedBefore = new Date(now.getTime() - RECEIPT_DAYS * 86_400_000)
  await deleteUploadsFinishedBefore(ctx.db, finishedBefore)
  await deleteSessionsExpiredBefore(ctx.db, finishedBefore)
}

/** Removes staged bytes older than an hour that belong to no upload in progress. */
async function removeAbandonedBytes(ctx: Context): Promise<void> {
  if (!(await mayRemoveUnknownBlobs(ctx))) return
  const modifiedBefore = new Date(ctx.clock.now().getTime() - MAX_STAGED_MS)
  for await (const { id, modified } of ctx.blobs.staging.list()) {
    if (modified > modifiedBefore) continue
    const separator = id.lastIndexOf('_')
    const row = await findUpload(ctx.db, id.slice(0, separator), id.slice(separator + 1))
    if (row?.state !== 'receiving') await ctx.blobs.staging.remove(id)
  }
}
