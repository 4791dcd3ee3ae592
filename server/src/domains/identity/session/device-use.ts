import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Context, memoizePerContext } from '#server/context.ts'
import { describeRequest } from '#server/http/describe-request.ts'
import { runPeriodically } from '#server/platform/clock/run-periodically.ts'
import { setLastUse } from '../store/devices.ts'

interface DeviceUse {
  accountId: string
  grantId: string
  at: Date
  label: string | null
  network: string | null
}

/**
 * Notes that a device was used; at most once a minute and device, and stored after the request, because the embedded
 * database has one connection.
 */
export function noteDeviceUse(
  ctx: Context,
  request: FastifyRequest,
  { accountId, grantId, lastUsedAt }: { accountId: string; grantId: string; lastUsedAt: Date },
): void {
  const at = ctx.clock.now()
  if (at.getTime() - lastUsedAt.getTime() < MINUTE_MS) return
  const { deviceName: label, network } = describeRequest(request)
  getNotedUses(ctx).set(grantId, { accountId, grantId, at, label, network })
}

/** Stores noted uses while the app runs, and the rest when it closes. */
export function storeDeviceUses(app: FastifyInstance, ctx: Context): void {
  const stopped = new AbortController()
  const running = runPeriodically(STORE_AFTER_MS, stopped.signal, () => storeNotedUses(ctx))
  app.addHook('onClose', async () => {
    stopped.abort()
    await running
    await storeNotedUses(ctx)
  })
}

const MINUTE_MS = 60_000
const STORE_AFTER_MS = 1000

/** By grant. */
const getNotedUses = memoizePerContext(() => new Map<string, DeviceUse>())

async function storeNotedUses(ctx: Context): Promise<void> {
  const notedUses = getNotedUses(ctx)
  for (const [grantId, use] of notedUses) {
    notedUses.delete(grantId)
    try {
      await setLastUse(ctx.db, use, use)
    } catch (error) {
      // The next minute's use is stored instead.
      ctx.log.warn({ err: error }, 'last use of a device was not stored')
    }
  }
}
