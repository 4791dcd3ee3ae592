import { randomUUID } from 'node:crypto'
import {
  type PhoneSession,
  UPLOAD_SESSION_FILES,
  UPLOAD_SESSION_MINUTES,
  type UploadSession,
} from '#contract/upload-sessions.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import { requireFound } from '../../../http/failure.ts'
import type { UploadSessionRef } from '../../../http/route.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { refuseWhileDeleting } from '../../activation/index.ts'
import { checkUploadAlbum } from '../../albums/index.ts'
import { findCustomer } from '../../customers/index.ts'
import { type AccessAuthor, lockForNewAccess, type RateLimit, requireAttempt } from '../../identity/index.ts'
import { presentReceipt } from '../receipts.ts'
import { toStagingId } from '../receiving.ts'
import {
  findSession,
  getSessionState,
  listOpenSessions,
  lockSession,
  type SessionRow,
  updateSession,
} from '../store/sessions.ts'
import { expireUploadsOf, listUploadsOfSession, type UploadKey } from '../store/uploads.ts'
import { createLibraryKey } from './library-key.ts'
import { publishSessionChange } from './notifications.ts'

/** Closed tabs leave sessions open; beyond this number the oldest sessions are revoked. */
const MAX_OPEN_SESSIONS = 10
const SESSION_LIMIT: RateLimit = { name: 'upload-session', max: 60, minutes: 60 }

/**
 * Opens an upload session of an hour, optionally into an album: 404 for a foreign album, 403 for a
 * shared one, 401 for a session that has ended. Revokes the account's oldest open sessions beyond ten; 429 above 60 per hour.
 */
export async function openSession(
  ctx: Context,
  author: AccessAuthor,
  albumId: string | undefined,
): Promise<SessionRow> {
  const { accountId } = author
  await refuseWhileDeleting(ctx.db, accountId)
  if (albumId !== undefined) await checkUploadAlbum(ctx, accountId, albumId)
  await requireAttempt(ctx, SESSION_LIMIT, accountId, 'Too many transfers were opened')
  const now = ctx.clock.now()
  const row: SessionRow = {
    account_id: accountId,
    session_id: randomUUID(),
    album_id: albumId ?? null,
    files: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + UPLOAD_SESSION_MINUTES * 60_000),
    opened_at: null,
    revoked_at: null,
    confirmed_at: null,
  }
  await change(ctx, async tx => {
    await lockForNewAccess(tx, author)
    await insertRows(tx.db, 'upload_sessions', row)
  })
  const openSessions = await listOpenSessions(ctx.db, accountId, now)
  for (const { session_id } of openSessions.slice(MAX_OPEN_SESSIONS))
    await revokeSession(ctx, accountId, session_id)
  return row
}

/** Returns an upload session as its owner sees it; 404 for a foreign session. */
export async function readSession(
  ctx: Context,
  accountId: string,
  sessionId: string,
): Promise<UploadSession> {
  const row = requireFound(await findSession(ctx.db, accountId, sessionId), 'Upload session')
  const uploads = await listUploadsOfSession(ctx.db, accountId, sessionId)
  const state = getSessionState(row, ctx.clock.now())
  return {
    sessionId,
    state,
    ...(row.album_id ? { albumId: row.album_id } : {}),
    expiresAt: row.expires_at.toISOString(),
    opened: row.opened_at !== null,
    files: uploads.map(upload => {
      const file = { ...presentReceipt(upload), size: Number(upload.size) }
      // An ended session accepts no bytes, even before the clean-up refuses its unfinished uploads.
      const isSessionOver = state !== 'open' && file.state === 'receiving'
      return isSessionOver ? { ...file, state: 'refused' as const, reason: 'expired' as const } : file
    }),
  }
}

/**
 * Ends a session immediately: its row and all its unfinished uploads in one transaction, so that an upload whose last
 * byte arrives at the same time is either completed first or refused. Idempotent.
 */
export async function revokeSession(ctx: Context, accountId: string, sessionId: string): Promise<void> {
  const expiredUploads = await change(ctx, tx => endSession(ctx, tx, accountId, sessionId))
  for (const row of expiredUploads) await ctx.blobs.staging.remove(toStagingId(row))
}

/**
 * Ends a session in the transaction and returns its unfinished uploads, whose bytes are removed after an hour unless the
 * caller does. Throws not-found for a foreign session.
 */
export async function endSession(
  ctx: Context,
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<UploadKey[]> {
  const row = requireFound(await lockSession(tx, accountId, sessionId), 'Upload session')
  const now = ctx.clock.now()
  if (!row.revoked_at) await updateSession(tx, accountId, sessionId, { revoked_at: now })
  const uploads = await expireUploadsOf(tx, accountId, ['session_id', sessionId], now)
  await publishSessionChange(ctx, tx, accountId, sessionId)
  return uploads
}

/** Records that the owner keeps the photos of a session. Idempotent; 404 for a foreign session. */
export async function confirmSession(ctx: Context, accountId: string, sessionId: string): Promise<void> {
  await change(ctx, async tx => {
    const row = requireFound(await lockSession(tx, accountId, sessionId), 'Upload session')
    if (!row.confirmed_at) await updateSession(tx, accountId, sessionId, { confirmed_at: ctx.clock.now() })
  })
}

/**
 * Returns an upload session as the phone sees it. The first call marks it as opened and publishes that to the owner's
 * pages.
 */
export async function readPhoneSession(
  ctx: Context,
  { accountId, sessionId }: UploadSessionRef,
): Promise<PhoneSession> {
  const row = requireFound(await findSession(ctx.db, accountId, sessionId), 'Upload session')
  const now = ctx.clock.now()
  if (!row.opened_at)
    await change(ctx, async tx => {
      await updateSession(tx, accountId, sessionId, { opened_at: now })
      await publishSessionChange(ctx, tx, accountId, sessionId)
    })
  const owner = requireFound(await findCustomer(ctx.db, accountId), 'Customer')
  const uploads = await listUploadsOfSession(ctx.db, accountId, sessionId)
  return {
    sessionId,
    libraryKey: createLibraryKey(ctx, accountId),
    owner: owner.first_name ?? maskEmail(owner.email),
    expiresAt: row.expires_at.toISOString(),
    secondsLeft: computeSecondsLeft(row, now),
    filesLeft: Math.max(0, UPLOAD_SESSION_FILES - row.files),
    arrived: uploads.filter(({ state }) => state !== 'receiving' && state !== 'refused').length,
  }
}

export const computeSecondsLeft = (row: Pick<SessionRow, 'expires_at'>, now: Date) =>
  Math.max(0, Math.floor((row.expires_at.getTime() - now.getTime()) / 1000))

/** 'd•••@example.com': recognisable for the owner only. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}•••${email.slice(at)}`
}
