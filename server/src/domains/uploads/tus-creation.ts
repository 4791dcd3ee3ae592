import { randomUUID } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import { idInput } from '#contract/id.ts'
import { UPLOAD_SESSION_FILES } from '#contract/upload-sessions.ts'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { insertRows } from '../../platform/db/rows.ts'
import { refuseWhileDeleting } from '../activation/index.ts'
import { checkUploadAlbum } from '../albums/index.ts'
import type { StatedDate } from '../photos/index.ts'
import { findStatedTown, insertStatedTown } from '../places/index.ts'
import { computeExpiry } from './expiry.ts'
import { cleanFileName } from './file-name.ts'
import { checkLimits } from './limits.ts'
import { getReceivedLength } from './receiving.ts'
import { createRefusalFailure } from './refusal.ts'
import { publishSessionChange } from './sessions/notifications.ts'
import { parseStatedFacts, type StatedFacts } from './stated-facts.ts'
import { adjustFileCount, getSessionState, lockSession, type SessionRow } from './store/sessions.ts'
import { findUpload, type UploadKey } from './store/uploads.ts'
import { terminateUpload } from './termination.ts'
import { parseChecksum, parseFileHash } from './tus-checksum.ts'
import { BYTES_TYPE, getAnnouncedBytes, parseLength, parseMetadata } from './tus-protocol.ts'
import { appendBytes, createTooManyBytesFailure, type TusCall } from './tus-upload.ts'
import { findUploadPurpose, type UploadMetadata, type UploadPurpose } from './upload-purposes.ts'

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

export interface NewUpload {
  uploadId: string
  fileName: string
  type: string | null
  /** Declared by the sender, in lower-case hex. */
  sha256: string | null
  /**
   * An album of the account that the photo is added to; the caller has checked it. With a session, the session's album
   * is used.
   */
  albumId: string | null
  size: number
  /** The upload session that a phone sends it through. */
  sessionId: string | null
  /** The upload batch, and the sender's id of the file. */
  batch?: { batchId: string; fileId: string } | undefined
  /** What it becomes instead of a photo, with what its sender announced. */
  purpose?: { purpose: UploadPurpose; metadata: UploadMetadata } | undefined
  /** From the companion and the path of a photo. */
  stated?: StatedFacts | undefined
  /** From a legacy library: the date of its index counts when the file has none. */
  imported?: { date: StatedDate | null }
}

/**
 * Creates an upload; its bytes are staged next. With a session it reserves one of its file slots, or throws 410 or
 * 403. Throws 507 when the account's limits or the disk have no space for it; photos of a legacy library count for the quota,
 * and are never refused by it.
 */
export async function createUpload(
  ctx: Context,
  accountId: string,
  upload: NewUpload,
): Promise<{ expiresAt: Date }> {
  const now = ctx.clock.now()
  await ctx.blobs.checkSpace(upload.size)
  const place = upload.stated?.place
  const statedDate = upload.imported?.date ?? upload.stated?.date
  const town = place ? await findStatedTown(ctx, accountId, place) : undefined
  return change(ctx, async tx => {
    const hasTown = town !== undefined && (await insertStatedTown(tx, accountId, town))
    const session = upload.sessionId ? await reserveFileSlot(tx, accountId, upload.sessionId, now) : null
    const expiresAt = session?.expires_at ?? computeExpiry(now)
    if (upload.purpose) {
      const created = { account_id: accountId, upload_id: upload.uploadId, size: upload.size }
      await upload.purpose.purpose.onCreated(ctx, tx, created, upload.purpose.metadata)
    } else if (upload.imported) await refuseWhileDeleting(tx.db, accountId)
    else await checkLimits(tx, accountId, upload.size)
    await insertRows(tx.db, 'uploads', {
      account_id: accountId,
      upload_id: upload.uploadId,
      photo_id: randomUUID(),
      file_name: cleanFileName(upload.fileName),
      declared_type: upload.type?.slice(0, 100) ?? null,
      declared_sha256: upload.sha256,
      size: upload.size,
      state: 'receiving',
      reason: null,
      session_id: upload.sessionId,
      batch_id: upload.sessionId ?? upload.batch?.batchId ?? null,
      file_id: upload.sessionId ? null : (upload.batch?.fileId ?? null),
      album_id: session ? session.album_id : upload.albumId,
      imported: upload.imported !== undefined,
      purpose: upload.purpose?.purpose.name ?? null,
      stated_taken_at: statedDate?.at ?? null,
      stated_taken_offset: statedDate?.offset ?? null,
      stated_taken_precision: statedDate?.precision ?? 'second',
      stated_corrects: statedDate?.corrects ?? false,
      stated_modified_at: upload.stated?.modifiedAt ?? null,
      stated_time_zone: upload.stated?.timeZone ?? null,
      stated_title: upload.stated?.title ?? null,
      stated_folder: upload.stated?.folder ?? null,
      stated_place_id: hasTown ? town.placeId : null,
      created_at: now,
      expires_at: expiresAt,
      finished_at: null,
    })
    if (upload.sessionId) await publishSessionChange(ctx, tx, accountId, upload.sessionId)
    return { expiresAt }
  })
}

/** Reserves one of the session's file slots under a row lock, so that concurrent files cannot exceed the limit. */
async function reserveFileSlot(tx: Tx, accountId: string, sessionId: string, now: Date): Promise<SessionRow> {
  const session = await lockSession(tx, accountId, sessionId)
  if (!session || getSessionState(session, now) !== 'open')
    throw new Failure('gone', 'The upload session has ended')
  if (session.files >= UPLOAD_SESSION_FILES) throw createRefusalFailure('too-many-files')
  await adjustFileCount(tx, accountId, sessionId, 1)
  return session
}
