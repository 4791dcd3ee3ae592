import * as contract from '#contract/upload-sessions.ts'
import { type Route, route } from '../../../http/route.ts'
import { presentReceipt } from '../receipts.ts'
import { listUploadsWithPhotos } from '../store/uploads.ts'
import { readPhoneResult } from './phone-result.ts'
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
