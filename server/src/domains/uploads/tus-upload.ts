import type { FastifyReply, FastifyRequest } from 'fastify'
import { idInput } from '#contract/id.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { StagingLimitError, StagingOffsetError } from '../../platform/blobs/blobs.ts'
import type { ChecksumTracker } from './checksums.ts'
import { completeReceivedUpload, completeUpload } from './completion.ts'
import { createLeaseLostFailure, takeOverLease } from './lease.ts'
import { getReceivedLength, receiveBytes } from './receiving.ts'
import { findUpload, type UploadKey, type UploadRow } from './store/uploads.ts'
import { terminateUpload } from './termination.ts'
import { parseChecksum, type RequestChecksum } from './tus-checksum.ts'
import { formatMetadata, getAnnouncedBytes, parseOffset } from './tus-protocol.ts'

export interface TusCall {
  ctx: Context
  checksums: ChecksumTracker
  accountId: string
  /** The session of a phone, which has an upload token of the account. */
  sessionId: string | null
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers HEAD. */
export async function handleHead(call: TusCall): Promise<void> {
  const { row, offset } = await readUpload(call)
  call.reply
    .headers({ 'cache-control': 'no-store', 'upload-offset': offset, 'upload-length': row.size })
    .headers(formatMetadata(row))
    .send()
}

/** Answers PATCH. */
export async function handlePatch(call: TusCall): Promise<void> {
  const { headers } = call.request
  const offset = parseOffset(headers)
  const checksum = parseChecksum(headers)
  const { row, offset: currentOffset } = await readUpload(call)
  if (offset !== currentOffset) throw createOffsetConflictFailure()
  if (offset + getAnnouncedBytes(headers) > Number(row.size)) throw createTooManyBytesFailure()
  const length = await appendBytes(call, row, offset, checksum)
  if (length < Number(row.size)) call.reply.header('upload-expires', row.expires_at.toUTCString())
  call.reply.code(204).header('upload-offset', length).send()
}

/** Answers DELETE; 403 for an upload that has become a photo. */
export async function handleDelete(call: TusCall): Promise<void> {
  const row = await findRequestedUpload(call)
  if (!(await terminateUpload(call.ctx, row, new Set(['receiving', 'refused']))))
    throw new Failure('forbidden', 'The upload is complete: DELETE /photos deletes its photo', {
      fields: { reason: 'completed' },
    })
  call.checksums.delete(row.upload_id)
  call.reply.code(204).send()
}

/**
 * Appends the bytes of the request, and completes the upload with the last one. Returns the new offset. An earlier
 * request for the upload loses its lease and is answered 409. A body with more bytes than announced deletes the upload.
 */
export async function appendBytes(
  { ctx, checksums, request }: TusCall,
  key: UploadKey,
  offset: number,
  checksum: RequestChecksum | null,
): Promise<number> {
  const lease = await takeOverLease(ctx, key)
  if (!lease) throw createLeaseLostFailure()
  try {
    const length = await receiveBytes(ctx, lease, checksums, { offset, stream: request.raw, checksum })
    const isComplete = length === Number(lease.row.size)
    if (isComplete) await completeUpload(ctx, lease, checksums.finish(key.upload_id, length))
    return length
  } catch (error) {
    if (error instanceof StagingOffsetError) throw createOffsetConflictFailure()
    if (!(error instanceof StagingLimitError)) throw error
    await terminateUpload(ctx, lease.row, new Set(['receiving']))
    checksums.delete(key.upload_id)
    throw createTooManyBytesFailure()
  }
}

export const createTooManyBytesFailure = () =>
  new Failure('too-large', 'The request has more bytes than the upload')

const createOffsetConflictFailure = () => new Failure('offset-conflict', 'The upload is at another offset')

/**
 * Reads the upload of the request and its offset. Completes it when all bytes arrived and the process crashed before
 * completion.
 */
async function readUpload(call: TusCall): Promise<{ row: UploadRow; offset: number }> {
  const { ctx } = call
  const row = await findRequestedUpload(call)
  const size = Number(row.size)
  if (row.state !== 'receiving') return { row, offset: size }
  const offset = await getReceivedLength(ctx, row)
  if (offset === size) await completeReceivedUpload(ctx, row)
  else if (row.expires_at <= ctx.clock.now()) throw createExpiredFailure()
  return { row, offset }
}

async function findRequestedUpload({ ctx, accountId, sessionId, request }: TusCall): Promise<UploadRow> {
  const { data: id } = idInput.safeParse((request.params as { id?: string }).id)
  const row = id && (await findUpload(ctx.db, accountId, id))
  if (!row || (sessionId !== null && row.session_id !== sessionId)) throw notFound('Upload')
  if (row.reason === 'expired') throw createExpiredFailure()
  return row
}

const createExpiredFailure = () => new Failure('gone', 'The upload has expired')
