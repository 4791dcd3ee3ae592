import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { UPLOAD_SESSION_FILES } from '#contract/upload-sessions.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { cleanFileName } from './file-name.ts'
import { finishUpload, refused, stagingId } from './finish.ts'
import { countFile, lockSession, stateOf } from './sessions/store.ts'
import { tellSession } from './sessions/tell.ts'

/** An upload that nobody continued for this long is forgotten (tus expiration). */
export const UPLOAD_DAYS = 7

export interface NewUpload {
  uploadId: string
  fileName: string
  type: string | null
  sha256: string | null
  size: number
  /** The transfer from a phone it comes by. */
  sessionId: string | null
}

/** Announces an upload; its bytes follow through staging. One by a phone counts in its session, or is refused there. */
export async function createUpload(
  ctx: Context,
  accountId: string,
  upload: NewUpload,
): Promise<{ createdAt: Date }> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const expires = new Date(now.getTime() + UPLOAD_DAYS * 86_400_000)
    const until = upload.sessionId ? await takePlace(tx, accountId, upload.sessionId, now) : expires
    await tx.db
      .insertInto('uploads')
      .values({
        account_id: accountId,
        upload_id: upload.uploadId,
        photo_id: randomUUID(),
        file_name: cleanFileName(upload.fileName),
        declared_type: upload.type?.slice(0, 100) ?? null,
        declared_sha256: upload.sha256 && /^[0-9a-f]{64}$/.test(upload.sha256) ? upload.sha256 : null,
        size: upload.size,
        state: 'receiving',
        reason: null,
        session_id: upload.sessionId,
        created_at: now,
        expires_at: until,
        finished_at: null,
      })
      .execute()
    if (upload.sessionId) await tellSession(ctx, tx, accountId, upload.sessionId)
  })
  return { createdAt: now }
}

/** One of the session's files; the row is locked, so that two at a time cannot both be the last. Answers its end. */
async function takePlace(tx: Tx, accountId: string, sessionId: string, now: Date): Promise<Date> {
  const session = await lockSession(tx, accountId, sessionId)
  if (!session || stateOf(session, now) !== 'open') throw new Failure('gone', 'This permission has ended')
  if (session.files >= UPLOAD_SESSION_FILES) throw refused('too-many-files')
  await countFile(tx, accountId, sessionId, 1)
  return session.expires_at
}

/** The whole way of an upload for bytes that are here already; throws what tus would have answered. */
export async function receiveFile(
  ctx: Context,
  accountId: string,
  fileName: string,
  bytes: Uint8Array,
): Promise<void> {
  const uploadId = randomUUID()
  const size = bytes.length
  await createUpload(ctx, accountId, { uploadId, fileName, type: null, sha256: null, size, sessionId: null })
  const id = stagingId({ account_id: accountId, upload_id: uploadId })
  await ctx.blobs.staging.append(id, 0, Readable.from([bytes]), bytes.length)
  await finishUpload(ctx, accountId, uploadId, null)
}
