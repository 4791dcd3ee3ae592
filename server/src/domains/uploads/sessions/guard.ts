import { Failure } from '../../../http/failure.ts'
import type { Guard } from '../../../http/route.ts'
import { findSessionById, sessionState } from '../store/sessions.ts'
import { verifyUploadToken } from './upload-token.ts'

/**
 * The one check of everything a phone may call: 401 for what is no permission, 410 for one that has ended. Looked up
 * at every request, so a revoked one ends at once.
 */
export const uploadTokenGuard: Guard = async (ctx, request) => {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const sessionId = scheme?.toLowerCase() === 'bearer' && token ? verifyUploadToken(ctx, token) : null
  if (!sessionId) throw new Failure('unauthorized', 'A valid permission is needed')
  const session = await findSessionById(ctx.db, sessionId)
  const state = session ? sessionState(session, ctx.clock.now()) : 'expired'
  if (!session || state !== 'open')
    throw new Failure('gone', 'This permission has ended', { fields: { reason: state } })
  request.uploadSession = { accountId: session.account_id, sessionId }
}
