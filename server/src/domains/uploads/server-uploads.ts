import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Refusal } from '#contract/uploads.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { StagingLimitError } from '../../platform/blobs/blobs.ts'
import { type Checksums, runningChecksums } from './checksums.ts'
import { completeUpload, receivedLength, refused, stagingId } from './completion.ts'
import { createUpload, type NewUpload } from './creation.ts'
import { deleteUnfinishedUpload, findUpload, type UploadKey, type UploadRow } from './store/uploads.ts'

/** What became of a file that came by no request: its photo, or why it was refused. */
export type UploadOutcome =
  | { state: 'added' | 'already-there'; photoId: string }
  | { state: 'refused'; reason: Refusal }

type File = Pick<NewUpload, 'uploadId' | 'fileName' | 'sha256' | 'size' | 'imported'>

/**
 * The whole way of an upload for a file the server reads itself. Null when its source broke off or was longer than
 * `size`: nothing is kept then. A process that dies leaves an upload that `recoverUpload` knows what to do with.
 */
export async function uploadStream(
  ctx: Context,
  accountId: string,
  file: File,
  bytes: Readable,
): Promise<UploadOutcome | null> {
  await createUpload(ctx, accountId, { ...file, type: null, albumId: null, sessionId: null })
  const key = { account_id: accountId, upload_id: file.uploadId }
  const id = stagingId(key)
  const sums = runningChecksums()
  const counted = Readable.from(sums.tap(id, 0, bytes), { objectMode: false })
  try {
    const { length } = await ctx.blobs.staging.append(id, 0, counted, file.size)
    if (length !== file.size) return await discard(ctx, key)
  } catch (error) {
    if (!(error instanceof StagingLimitError)) throw error
    return discard(ctx, key)
  } finally {
    bytes.destroy()
  }
  return finished(ctx, accountId, file.uploadId, sums.take(id, file.size))
}

/**
 * What became of an upload whose process may have died: one that was complete is finished; one that was not is taken
 * back, and the answer is null.
 */
export async function recoverUpload(
  ctx: Context,
  accountId: string,
  uploadId: string,
): Promise<UploadOutcome | null> {
  const row = await findUpload(ctx.db, accountId, uploadId)
  if (!row || row.reason === 'expired') return null
  if (row.state === 'receiving' && (await receivedLength(ctx, row)) !== Number(row.size))
    return discard(ctx, row)
  return finished(ctx, accountId, uploadId, null)
}

/** The whole way of an upload for bytes that are here already, answers the photo's id; throws what tus would answer. */
export async function uploadBuffer(
  ctx: Context,
  accountId: string,
  fileName: string,
  bytes: Uint8Array,
): Promise<string> {
  const file = { uploadId: randomUUID(), fileName, sha256: null, size: bytes.length }
  const received = await uploadStream(ctx, accountId, file, Readable.from([bytes]))
  if (received?.state === 'refused') throw refused(received.reason)
  return received!.photoId
}

async function finished(
  ctx: Context,
  accountId: string,
  uploadId: string,
  counted: Checksums | null,
): Promise<UploadOutcome | null> {
  await completeUpload(ctx, accountId, uploadId, counted).catch(error => {
    if (!(error instanceof Failure) || !error.fields?.reason) throw error
  })
  const row = await findUpload(ctx.db, accountId, uploadId)
  return row ? outcome(row) : null
}

function outcome({ state, reason, photo_id }: UploadRow): UploadOutcome {
  if (state === 'refused') return { state, reason: reason as Refusal }
  return { state: state === 'already-there' ? state : 'added', photoId: photo_id }
}

async function discard(ctx: Context, key: UploadKey): Promise<null> {
  await deleteUnfinishedUpload(ctx.db, key)
  await ctx.blobs.staging.remove(stagingId(key))
  return null
}
