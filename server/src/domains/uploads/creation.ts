import { randomUUID } from 'node:crypto'
import { UPLOAD_SESSION_FILES } from '#contract/upload-sessions.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { refuseWhileDeleting } from '../activation/index.ts'
import { findStatedTown, insertStatedTown } from '../places/index.ts'
import { computeExpiry } from './expiry.ts'
import { cleanFileName } from './file-name.ts'
import { checkLimits } from './limits.ts'
import { createRefusalFailure } from './refusal.ts'
import { publishSessionChange } from './sessions/notifications.ts'
import type { StatedFacts } from './stated-facts.ts'
import { adjustFileCount, getSessionState, lockSession, type SessionRow } from './store/sessions.ts'
import { insertUpload } from './store/uploads.ts'
import type { UploadMetadata, UploadPurpose } from './upload-purposes.ts'

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
  imported?: { takenAt: string | null; takenOffset: number | null }
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
    await insertUpload(tx, {
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
      stated_taken_at: upload.imported?.takenAt ?? upload.stated?.date?.at ?? null,
      stated_taken_offset: upload.imported
        ? upload.imported.takenOffset
        : (upload.stated?.date?.offset ?? null),
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
