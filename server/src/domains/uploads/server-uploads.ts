import type { Readable } from 'node:stream'
import type { Refusal } from '#contract/uploads.ts'
import type { Context } from '../../context.ts'
import { StagingLimitError } from '../../platform/blobs/blobs.ts'
import { deleteRows } from '../../platform/db/rows.ts'
import { type Checksums, createChecksumTracker } from './checksums.ts'
import { completeUpload } from './completion.ts'
import { createLeaseLostFailure, type Lease, takeOverLease, withLeaseRenewal } from './lease.ts'
import { getReceivedLength, toStagingId } from './receiving.ts'
import { isRefusal } from './refusal.ts'
import { findUpload, type UploadKey, type UploadRow } from './store/uploads.ts'
import { createUpload, type NewUpload } from './tus-creation.ts'

/** Result of an upload by the server itself: the photo, or the reason of the refusal. */
export type UploadOutcome =
  | { state: 'added' | 'already-there'; photoId: string }
  | { state: 'refused'; reason: Refusal }

type ServerFile = Pick<NewUpload, 'uploadId' | 'fileName' | 'sha256' | 'size' | 'imported'>

/**
 * Uploads a file that the server reads itself: creates, stages and completes the upload. Null when the stream ended
 * early or was longer than `size`: the upload is discarded then. After a crash, `recoverUpload` completes or discards
 * it.
 */
export async function uploadStream(
  ctx: Context,
  accountId: string,
  file: ServerFile,
  bytes: Readable,
): Promise<UploadOutcome | null> {
  await createUpload(ctx, accountId, { ...file, type: null, albumId: null, sessionId: null })
  const key = { account_id: accountId, upload_id: file.uploadId }
  const lease = await takeOverLease(ctx, key)
  if (!lease) throw createLeaseLostFailure()
  const id = toStagingId(key)
  const checksums = createChecksumTracker()
  const trackedBytes = checksums.tap(id, 0, bytes)
  try {
    const { length } = await withLeaseRenewal(ctx, lease, () =>
      ctx.blobs.staging.append(id, 0, trackedBytes, file.size, lease.token),
    )
    if (length !== file.size) return await discardUpload(ctx, key)
  } catch (error) {
    if (!(error instanceof StagingLimitError)) throw error
    return discardUpload(ctx, key)
  } finally {
    bytes.destroy()
  }
  return completeAndFindOutcome(ctx, lease, checksums.finish(id, file.size))
}

/**
 * Recovers an upload whose process may have crashed: completes it when all bytes have arrived, else discards it and
 * returns null.
 */
export async function recoverUpload(
  ctx: Context,
  accountId: string,
  uploadId: string,
): Promise<UploadOutcome | null> {
  const key = { account_id: accountId, upload_id: uploadId }
  const lease = await takeOverLease(ctx, key)
  if (!lease) return findOutcome(ctx, key)
  if ((await getReceivedLength(ctx, lease.row)) !== Number(lease.row.size)) return discardUpload(ctx, key)
  return completeAndFindOutcome(ctx, lease, null)
}

async function completeAndFindOutcome(
  ctx: Context,
  lease: Lease,
  checksums: Checksums | null,
): Promise<UploadOutcome | null> {
  await completeUpload(ctx, lease, checksums).catch(error => {
    if (!isRefusal(error)) throw error
  })
  return findOutcome(ctx, lease.row)
}

/** Returns the outcome of an upload; null when it does not exist or has expired. */
async function findOutcome(ctx: Context, key: UploadKey): Promise<UploadOutcome | null> {
  const row = await findUpload(ctx.db, key.account_id, key.upload_id)
  return row && row.reason !== 'expired' ? toOutcome(row) : null
}

function toOutcome({ state, reason, photo_id }: UploadRow): UploadOutcome {
  if (state === 'refused') return { state, reason: reason as Refusal }
  return { state: state === 'already-there' ? state : 'added', photoId: photo_id }
}

async function discardUpload(ctx: Context, key: UploadKey): Promise<null> {
  await deleteRows(ctx.db, 'uploads', {
    account_id: key.account_id,
    upload_id: key.upload_id,
    state: 'receiving',
  })
  await ctx.blobs.staging.remove(toStagingId(key))
  return null
}
