import { endDevice, endOtherDevices } from '#contract/devices.ts'
import { change } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { hasDevice, listDevices } from '../store/devices.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endDeviceSessions } from './sign-out.ts'

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
