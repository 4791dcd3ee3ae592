import type { PhoneOutcome, PhoneResult } from '#contract/upload-sessions.ts'
import * as contract from '#contract/upload-sessions.ts'
import type { Context } from '../../../context.ts'
import { requireFound } from '../../../http/failure.ts'
import { type Route, route, type UploadSessionRef } from '../../../http/route.ts'
import { findStoredPhotos } from '../../photos/index.ts'
import { presentReceipt } from '../receipts.ts'
import { findSession, getSessionState, type SessionRow } from '../store/sessions.ts'
import { listUploadsOfSession, listUploadsWithPhotos, type UploadRow } from '../store/uploads.ts'
import { createLibraryKey } from './library-key.ts'
import {
  computeSecondsLeft,
  confirmSession,
  openSession,
  readPhoneSession,
  readSession,
  revokeSession,
} from './sessions.ts'
import { createPhonePageUrl } from './upload-token.ts'

export const sessionRoutes: readonly Route[] = [
  route(contract.createUploadSession, async ({ ctx, caller, body, origin }) => {
    const row = await openSession(ctx, caller, body.albumId)
    return {
      sessionId: row.session_id,
      uploadUrl: createPhonePageUrl(ctx, origin, row.session_id),
      expiresAt: row.expires_at.toISOString(),
      secondsLeft: computeSecondsLeft(row, ctx.clock.now()),
    }
  }),

  route(contract.getUploadSession, ({ ctx, caller, params }) =>
    readSession(ctx, caller.accountId, params.id),
  ),

  route(contract.revokeUploadSession, ({ ctx, caller, params }) =>
    revokeSession(ctx, caller.accountId, params.id),
  ),

  route(contract.confirmUploadSession, ({ ctx, caller, params }) =>
    confirmSession(ctx, caller.accountId, params.id),
  ),

  route(contract.getPhoneResult, ({ ctx, uploadSession }) => readPhoneResult(ctx, uploadSession)),

  route(contract.getPhoneSession, ({ ctx, uploadSession }) => readPhoneSession(ctx, uploadSession)),

  route(contract.getPhoneReceipts, async ({ ctx, uploadSession, body }) => {
    const rows = await listUploadsWithPhotos(ctx.db, uploadSession.accountId, body.uploadIds)
    const receipts = rows.filter(row => row.session_id === uploadSession.sessionId).map(presentReceipt)
    return { receipts: receipts.map(({ photoId: _, ...receipt }) => receipt) }
  }),
]

/** Returns the outcome of each file of a session, open or not: a photo is kept only once its owner has confirmed it. */
async function readPhoneResult(
  ctx: Context,
  { accountId, sessionId }: UploadSessionRef,
): Promise<PhoneResult> {
  const session = requireFound(await findSession(ctx.db, accountId, sessionId), 'Upload session')
  const uploads = await listUploadsOfSession(ctx.db, accountId, sessionId)
  const photos = await findStoredPhotos(
    ctx.db,
    accountId,
    uploads.map(({ photo_id }) => photo_id),
  )
  const state = getSessionState(session, ctx.clock.now())
  return {
    sessionId,
    libraryKey: createLibraryKey(ctx, accountId),
    state,
    files: uploads.map(upload => ({
      uploadId: upload.upload_id,
      fileName: upload.file_name,
      outcome: getOutcome(upload, session, {
        isOpen: state === 'open',
        isInLibrary: photos.get(upload.photo_id)?.deleted_at === null,
      }),
    })),
  }
}

function getOutcome(
  { state, reason }: UploadRow,
  { confirmed_at }: SessionRow,
  { isOpen, isInLibrary }: { isOpen: boolean; isInLibrary: boolean },
): PhoneOutcome {
  if (state === 'receiving') return isOpen ? 'receiving' : 'not-sent'
  if (state === 'refused') return reason === 'expired' ? 'not-sent' : 'refused'
  if (!isInLibrary) return 'not-kept'
  // Photos that were in the library before stay there when the owner discards the transfer.
  const wasInLibrary = state === 'already-there' || state === 'restored'
  return confirmed_at || wasInLibrary ? 'kept' : 'received'
}
