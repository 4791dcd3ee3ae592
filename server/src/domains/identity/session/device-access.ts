import { addSeconds } from 'date-fns/addSeconds'
import { endDevice, endOtherDevices, getDeviceSignIns } from '#contract/devices.ts'
import { change } from '#server/context.ts'
import { defineAccess } from '#server/domain.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { record } from '../../journal/index.ts'
import { CLIENT_ID, LIFETIMES } from '../provider/client.ts'
import { hasDevice, listDevices, listSignIns } from '../store/devices.ts'
import { endSessions } from './end-sessions.ts'

/** The browsers and apps on which an account is signed in. The caller knows whose request it is. */
export const deviceAccess = defineAccess({
  kind: 'devices',
  tables: ['devices', 'oidc_records'],
  list: async (ctx, db, accountId) =>
    (await listDevices(db, accountId, ctx.clock.now())).map(device => ({
      id: device.grant_id,
      label: device.label,
      client: toClient(device.client_id),
      current: false,
      createdAt: device.created_at.toISOString(),
      lastUsedAt: toMinute(device.last_used_at).toISOString(),
      methods: device.methods,
      network: device.network,
    })),
  async end(ctx, tx, accountId, ids, cause) {
    await endSessions(ctx, tx, accountId, ids, { cause })
  },
  async endOthers(ctx, tx, accountId, keptId, cause) {
    await endSessions(ctx, tx, accountId, { except: keptId }, { cause })
  },
})

const toClient = (clientId: string) => (clientId === CLIENT_ID ? 'web' : clientId)

const SIGN_INS_MAX = 200

const MINUTE_MS = 60_000

const toMinute = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

/** Routes by which customers sign their other devices out. With an external provider there are no devices. */
export const deviceRoutes = [
  route(getDeviceSignIns, async ({ ctx, caller: { accountId } }) => {
    const devices = await listSignIns(ctx.db, accountId, SIGN_INS_MAX)
    return {
      devices: devices.map(device => {
        const expiry = addSeconds(device.created_at, LIFETIMES.session)
        return {
          id: device.grant_id,
          client: toClient(device.client_id),
          label: device.label,
          signedInAt: device.created_at.toISOString(),
          methods: device.methods,
          endedAt: (device.ended_at ?? (expiry > ctx.clock.now() ? null : expiry))?.toISOString() ?? null,
        }
      }),
    }
  }),
  route(endDevice, async ({ ctx, caller: { accountId, grantId }, params: { id } }) => {
    if (id === grantId) throw new Failure('conflict', 'The device of this session signs itself out')
    if (!(await hasDevice(ctx.db, accountId, id))) throw notFound('Device')
    await change(ctx, async tx => {
      const endedIds = await endSessions(ctx, tx, accountId, [id], { cause: 'owner' })
      if (endedIds.length > 0) await record(ctx, tx, { accountId, kind: 'access.removed', subject: id })
    })
  }),
  route(endOtherDevices, async ({ ctx, caller: { accountId, grantId } }) =>
    change(ctx, async tx => {
      if (grantId === null) return { ended: 0 }
      const devices = await listDevices(tx.db, accountId, ctx.clock.now())
      const endedIds = await endSessions(ctx, tx, accountId, { except: grantId }, { cause: 'owner' })
      if (endedIds.length > 0) await record(ctx, tx, { accountId, kind: 'access.removed' })
      return { ended: devices.filter(({ grant_id }) => grant_id !== grantId).length }
    }),
  ),
]
