import { randomUUID } from 'node:crypto'
import { UPLOAD_SESSION_FILES } from '#contract/upload-sessions.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { refuseWhileDeleting } from '../activation/index.ts'
import { refused } from './completion.ts'
import { cleanFileName } from './file-name.ts'
import { publishSessionChange } from './sessions/notifications.ts'
import { adjustFileCount, lockSession, type SessionRow, sessionState } from './store/sessions.ts'
import { insertUpload } from './store/uploads.ts'

/** An upload that nobody continued for this long is forgotten (tus expiration). */
export const UPLOAD_DAYS = 7

export interface NewUpload {
  uploadId: string
  fileName: string
  type: string | null
  sha256: string | null
  /** An album of the sender's to put the photo into; checked before. Through a session its album counts instead. */
  albumId: string | null
  size: number
  /** The transfer from a phone it comes by. */
  sessionId: string | null
  /** From an old library: whose date counts where the picture itself has none. */
  imported?: { takenAt: string | null; takenOffset: number | null }
}

/** Announces an upload; its bytes follow through staging. One by a phone counts in its session, or is refused there. */
export async function createUpload(
  ctx: Context,
  accountId: string,
  upload: NewUpload,
): Promise<{ createdAt: Date }> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    await refuseWhileDeleting(tx.db, accountId)
    const place = upload.sessionId ? await reservePlace(tx, accountId, upload.sessionId, now) : null
    await insertUpload(tx, {
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
      album_id: place ? place.album_id : upload.albumId,
      imported: upload.imported !== undefined,
      stated_taken_at: upload.imported?.takenAt ?? null,
      stated_taken_offset: upload.imported?.takenOffset ?? null,
      created_at: now,
      expires_at: place ? place.expires_at : new Date(now.getTime() + UPLOAD_DAYS * 86_400_000),
      finished_at: null,
    })
    if (upload.sessionId) await publishSessionChange(ctx, tx, accountId, upload.sessionId)
  })
  return { createdAt: now }
}

/** One of the session's files; the row is locked, so that two at a time cannot both be the last. Answers its session. */
async function reservePlace(tx: Tx, accountId: string, sessionId: string, now: Date): Promise<SessionRow> {
  const session = await lockSession(tx, accountId, sessionId)
  if (!session || sessionState(session, now) !== 'open')
    throw new Failure('gone', 'This permission has ended')
  if (session.files >= UPLOAD_SESSION_FILES) throw refused('too-many-files')
  await adjustFileCount(tx, accountId, sessionId, 1)
  return session
}
