import { getPhoneResult } from '#contract/upload-sessions.ts'
import { readBearerToken } from '../../../http/bearer-token.ts'
import { Failure } from '../../../http/failure.ts'
import type { Guard } from '../../../http/route.ts'
import { findSessionById, getSessionState } from '../store/sessions.ts'
import { verifyUploadToken } from './upload-token.ts'

/**
 * Authenticates requests of a phone: 401 without a valid upload token, 410 when its session has ended, except for its
 * result. Reads the session on every request, so that revoking it has immediate effect.
 */
export const uploadTokenGuard: Guard = async (ctx, request) => {
  const token = readBearerToken(request)
  const sessionId = token === null ? null : verifyUploadToken(ctx, token)
  if (!sessionId) throw new Failure('unauthorized', 'A valid upload token is needed')
  const session = await findSessionById(ctx.db, sessionId)
  const state = session ? getSessionState(session, ctx.clock.now()) : 'expired'
  const mayHaveEnded = request.routeOptions.config.endpoint === getPhoneResult
  if (!session || (state !== 'open' && !mayHaveEnded))
    throw new Failure('gone', 'The upload session has ended', { fields: { reason: state } })
  request.uploadSession = { accountId: session.account_id, sessionId }
}
