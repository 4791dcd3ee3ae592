import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { defineJob, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { photoRefused } from '../photos/index.ts'
import { completeUpload, receivedLength, stagingId } from './completion.ts'
import { uploadRefused } from './events.ts'
import { publishReceipt } from './receipts.ts'
import { deleteSessionsExpiredBefore } from './store/sessions.ts'
import {
  deleteUploadsFinishedBefore,
  findUpload,
  listExpiredUploads,
  listUnfinishedUploads,
  setUploadOutcome,
} from './store/uploads.ts'

/** Finishes what a died process left complete, forgets what nobody continued. */
export const cleanUpUploads = defineJob<Record<string, never>>('uploads.tidy', {
  schedule: '*/5 * * * *',
  leaseSeconds: 900,
})

const BATCH = 200
/** A running request may still be finishing an upload this young. */
const FINISHING_MS = 60_000
const RECEIPT_DAYS = 30
const STAGED_MS = 60 * 60_000

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

export async function cleanUp(ctx: Context, signal: AbortSignal): Promise<void> {
  await finishCompleteUploads(ctx, signal)
  await expireUploads(ctx)
  await removeAbandonedBytes(ctx)
}

async function finishCompleteUploads(ctx: Context, signal: AbortSignal): Promise<void> {
  const createdBefore = new Date(ctx.clock.now().getTime() - FINISHING_MS)
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
  const forgottenBefore = new Date(now.getTime() - RECEIPT_DAYS * 86_400_000)
  await deleteUploadsFinishedBefore(ctx.db, forgottenBefore)
  await deleteSessionsExpiredBefore(ctx.db, forgottenBefore)
}

/** Bytes in staging that no upload waits for. */
async function removeAbandonedBytes(ctx: Context): Promise<void> {
  const old = new Date(ctx.clock.now().getTime() - STAGED_MS)
  for await (const { id, modified } of ctx.blobs.staging.list()) {
    if (modified > old) continue
    const at = id.lastIndexOf('_')
    const row = await findUpload(ctx.db, id.slice(0, at), id.slice(at + 1))
    if (row?.state !== 'receiving') await ctx.blobs.staging.remove(id)
  }
}
