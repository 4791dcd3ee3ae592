import { randomUUID } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import { idInput } from '#contract/id.ts'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { checkUploadAlbum } from '../albums/index.ts'
import { createUpload } from './creation.ts'
import { createRefusalFailure } from './refusal.ts'
import { getReceivedLength } from './staged-upload.ts'
import { parseStatedFacts } from './stated-facts.ts'
import { findUpload, type UploadKey } from './store/uploads.ts'
import { terminateUpload } from './termination.ts'
import { parseChecksum, parseFileHash } from './tus-checksum.ts'
import { BYTES_TYPE, getAnnouncedBytes, parseLength, parseMetadata } from './tus-protocol.ts'
import { appendBytes, createTooManyBytesFailure, type TusCall } from './tus-upload.ts'
import { findUploadPurpose } from './upload-purposes.ts'

/**
 * Answers POST: creates an upload, and stages the bytes of the request if it has a body. Deletes the upload if the
 * sender does not receive its address, because the response is an error or could not be sent.
 */
export async function handlePost(call: TusCall): Promise<void> {
  const { ctx, accountId, sessionId, request, reply } = call
  const { headers, params } = request
  if ((params as { id?: string }).id !== undefined) throw notFound('Address for new uploads')
  const size = parseLength(headers)
  const metadata = parseMetadata(headers)
  // A phone sends photos only.
  const purpose = sessionId === null ? parsePurpose(metadata.purpose) : undefined
  if (purpose && size > purpose.maxBytes) throw createRefusalFailure('too-large')
  if (size > UPLOAD_MAX_BYTES)
    throw new Failure('too-large', `An upload has at most ${UPLOAD_MAX_BYTES} bytes`)
  if (size === 0) throw createRefusalFailure('empty')
  const hasBytes = headers['content-type'] === BYTES_TYPE
  const checksum = hasBytes ? parseChecksum(headers) : null
  if (hasBytes && getAnnouncedBytes(headers) > size) throw createTooManyBytesFailure()
  const key = { account_id: accountId, upload_id: randomUUID() }
  const { expiresAt } = await createUpload(ctx, accountId, {
    uploadId: key.upload_id,
    fileName: metadata.filename ?? '',
    type: metadata.filetype || null,
    sha256: parseFileHash(metadata.sha256),
    // A phone cannot choose the album: the session's album counts.
    albumId: sessionId === null && !purpose ? await parseAlbum(call, metadata.albumId) : null,
    size,
    sessionId,
    batch: purpose ? undefined : parseBatch(metadata),
    stated: purpose ? undefined : parseStatedFacts(ctx, metadata),
    purpose: purpose && { purpose, metadata },
  })
  try {
    const length = hasBytes ? await appendBytes(call, key, 0, checksum) : 0
    if (hasBytes) reply.header('upload-offset', length)
    if (length < size) reply.header('upload-expires', expiresAt.toUTCString())
  } catch (error) {
    await discardCreatedUpload(call, key)
    throw error
  }
  reply.code(201).header('location', `${request.routeOptions.url}/${key.upload_id}`).send()
  await finished(reply.raw).catch(() => discardCreatedUpload(call, key))
}

function parsePurpose(name: string | undefined) {
  if (!name) return undefined
  const purpose = findUploadPurpose(name)
  if (!purpose)
    throw new Failure('bad-request', 'The purpose is unknown', { fields: { purpose: 'not-valid' } })
  return purpose
}

/** Parses the album of an upload, which must belong to the sender and not be shared. */
async function parseAlbum(
  { ctx, accountId }: TusCall,
  albumIdText: string | undefined,
): Promise<string | null> {
  if (!albumIdText) return null
  const { data: albumId } = idInput.safeParse(albumIdText)
  if (!albumId)
    throw new Failure('bad-request', 'The album id is not valid', { fields: { albumId: 'not-valid' } })
  await checkUploadAlbum(ctx, accountId, albumId)
  return albumId
}

/**
 * Parses the batch and the file of an upload; undefined unless both are valid, because an upload is not refused for its
 * receipt.
 */
const parseBatch = (metadata: object) =>
  z.object({ batchId: idInput, fileId: idInput }).safeParse(metadata).data

/** Deletes an upload whose address was not received, unless all its bytes have arrived: it becomes a photo. */
async function discardCreatedUpload({ ctx, checksums }: TusCall, key: UploadKey): Promise<void> {
  const row = await findUpload(ctx.db, key.account_id, key.upload_id)
  if (row?.state !== 'receiving' || (await getReceivedLength(ctx, row)) === Number(row.size)) return
  await terminateUpload(ctx, row, new Set(['receiving']))
  checksums.delete(key.upload_id)
}
