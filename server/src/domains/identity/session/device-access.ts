import { endDevice, endOtherDevices } from '#contract/devices.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { defineAccess, type EndCause } from '#server/domain.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { publishSessionsEnded } from '#server/http/socket.ts'
import { notEqual, updateRows } from '../../../platform/db/rows.ts'
import { endTickets, lockCustomer } from '../../customers/index.ts'
import { CLIENT_ID } from '../provider/client.ts'
import { recordAccessEnd } from '../store/access-ends.ts'
import { hasDevice, listDevices } from '../store/devices.ts'
import { deleteRecordsOfOtherGrants } from '../store/other-grants.ts'
import { evictCallers } from './caller-cache.ts'
import { endDeviceSessions, endSessions } from './sign-out.ts'

/** The browsers and apps on which an account is signed in. The caller knows whose request it is. */
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

/** Routes by which customers sign their other devices out. With an external provider there are no devices. */
export const deviceRoutes = [
  route(endDevice, async ({ ctx, caller: { accountId, grantId }, params: { id } }) => {
    if (id === grantId) throw new Failure('conflict', 'The device of this session signs itself out')
    if (!(await hasDevice(ctx.db, accountId, id))) throw notFound('Device')
    await change(ctx, tx => endDeviceSessions(ctx, tx, accountId, [id], 'owner'))
  }),
  route(endOtherDevices, async ({ ctx, caller: { accountId, grantId } }) =>
    change(ctx, async tx => {
      if (grantId === null) return { ended: 0 }
      const devices = await listDevices(tx.db, accountId, ctx.clock.now())
      await endOtherSessions(ctx, tx, accountId, grantId, 'owner')
      return { ended: devices.filter(({ grant_id }) => grant_id !== grantId).length }
    }),
  ),
]

/**
 * Ends all sessions of the account except that of `keptGrantId`, their sockets, and sign-ins that are in progress. Other processes
 * still accept the access tokens of the ended sessions for up to a second.
 */
async function endOtherSessions(
  ctx: Context,
  tx: Tx,
  accountId: string,
  keptGrantId: string,
  cause: EndCause,
): Promise<void> {
  const now = ctx.clock.now()
  await lockCustomer(tx, accountId)
  const otherDevices = { account_id: accountId, grant_id: notEqual(keptGrantId), ended_at: null }
  await updateRows(tx.db, 'devices', otherDevices, { ended_at: now, ended_by: cause })
  await deleteRecordsOfOtherGrants(tx.db, accountId, keptGrantId)
  await endTickets(tx, accountId, now)
  await recordAccessEnd(tx, accountId, now)
  tx.afterCommit(() => evictCallers(ctx, accountId))
  await publishSessionsEnded(ctx, tx, accountId)
}
