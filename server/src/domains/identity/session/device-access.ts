import { defineAccess } from '#server/domain.ts'
import { CLIENT_ID } from '../provider/client.ts'
import { listDevices } from '../store/devices.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endDeviceSessions, endSessions } from './sign-out.ts'

/** The browsers and apps on which an account is signed in . Whose request it is, the caller knows. */
export const deviceAccess = defineAccess({
  kind: 'devices',
  tables: ['devices', 'oidc_records'],
  list: async (ctx, db, accountId) =>
    (await listDevices(db, accountId, ctx.clock.now())).map(device => ({
      id: device.grant_id,
      label: device.label,
      client: device.client_id === CLIENT_ID ? 'web' : device.client_id,
      current: false,
      createdAt: device.created_at.toISOString(),
      lastUsedAt: toMinute(device.last_used_at).toISOString(),
      methods: device.methods,
      network: device.network,
    })),
  async end(ctx, tx, accountId, ids, cause) {
    if (ids === 'all') await endSessions(ctx, tx, accountId, cause)
    else await endDeviceSessions(ctx, tx, accountId, ids, cause)
  },
  endOthers: endOtherSessions,
})

const MINUTE_MS = 60_000

const toMinute = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
