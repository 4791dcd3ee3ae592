import { defineAccess } from '#server/domain.ts'
import { CLIENT_ID } from '../provider/client.ts'
import { deleteGrant, listGrants } from '../store/oidc-records.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSessions } from './sign-out.ts'

/** The browsers and apps on which an account is signed in. */
export const deviceAccess = defineAccess({
  kind: 'devices',
  tables: ['oidc_records'],
  list: async (ctx, db, accountId) =>
    (await listGrants(db, accountId, ctx.clock.now())).map(({ id, payload }) => {
      const createdAt = new Date(Number(payload.iat) * 1000).toISOString()
      const client = payload.clientId === CLIENT_ID ? 'web' : String(payload.clientId)
      return {
        id,
        label: null,
        client,
        current: false,
        createdAt,
        lastUsedAt: createdAt,
        methods: [],
        network: null,
      }
    }),
  async end(ctx, tx, accountId, ids) {
    if (ids === 'all') return endSessions(ctx, tx, accountId)
    for (const id of ids) await deleteGrant(tx.db, accountId, id, undefined)
  },
  endOthers: endOtherSessions,
})
