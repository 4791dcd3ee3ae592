import { defineAccess } from '../../../domain.ts'
import { listOpenSessions } from '../store/sessions.ts'
import { countArrivedFiles } from '../store/uploads.ts'
import { endSession } from './sessions.ts'

/** Upload sessions of phones, which add photos for up to an hour. Photos that arrived stay. */
export const uploadSessionAccess = defineAccess({
  kind: 'uploadSessions',
  tables: ['upload_sessions'],
  async list(ctx, db, accountId) {
    const sessions = await listOpenSessions(db, accountId, ctx.clock.now())
    const counts = await countArrivedFiles(
      db,
      accountId,
      sessions.map(({ session_id }) => session_id),
    )
    return sessions.map(({ session_id, created_at, expires_at }) => ({
      id: session_id,
      createdAt: created_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      photos: counts.get(session_id) ?? 0,
    }))
  },
  async end(ctx, tx, accountId, ids) {
    const sessions = await listOpenSessions(tx.db, accountId, ctx.clock.now())
    for (const { session_id } of sessions)
      if (ids === 'all' || ids.includes(session_id)) await endSession(ctx, tx, accountId, session_id)
  },
})
