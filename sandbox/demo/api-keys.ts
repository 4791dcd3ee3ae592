import { randomUUID } from 'node:crypto'
import type { ApiScope } from '#contract/api-scopes.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { type Context, change } from '#server/context.ts'
import { insertCalls, insertKey, listKeys } from '#server/domains/api-keys/store.ts'
import { lockActiveCustomer } from '#server/domains/customers/index.ts'
import { listOrders } from '#server/domains/orders/index.ts'
import { createMachineToken } from '#server/platform/machine-tokens/machine-tokens.ts'
import { createStep, subtract } from './steps.ts'

/** Days of the calls; fewer than those that are listed. */
const DAYS = 28
/** Number of orders whose changes the studio's system has read. */
const ORDERS = 60
const NETWORK = '203.0.113.x'

/** Adds three API keys of the demo's business with their calls: one in use, one replaced, and one that ends soon. */
export const seedDemoApiKeys = createStep(
  'api-keys',
  ['studio@keepsake.test'],
  async (ctx, { account_id }) => {
    const orders = await listOrders(ctx.db, account_id, { offset: 0, limit: ORDERS })
    const changes = orders.flatMap(({ code, body }) =>
      (body.history ?? []).map(({ at }) => ({ code, at: new Date(at) })),
    )
    await storePastKeys(ctx, account_id, planKeys(ctx.clock.now(), changes))
    return true
  },
)

/** The first key was replaced by the last one. */
function planKeys(now: Date, changes: readonly { code: string; at: Date }[]): PastKey[] {
  const replacedAt = subtract(now, { hours: 12 })
  const calls = planCalls(now, changes)
  const before = calls.filter(({ calledAt }) => calledAt <= replacedAt)
  const createKey = (name: string, days: number, daysLeft: number, keyCalls: PastKey['calls']): PastKey => ({
    name,
    scopes: name === 'Reporting' ? ['invoices:read'] : ['orders:read', 'invoices:read'],
    createdAt: subtract(now, { days }),
    expiresAt: subtract(now, { days: -daysLeft }),
    calls: keyCalls,
  })
  return [
    createKey('ERP live', 351, 0.5, before),
    createKey('Reporting', 81, 9, []),
    createKey('ERP live', 0.5, 353, calls.slice(before.length)),
  ]
}

/** A list every night, each changed order, one call that no key makes, and one of some minutes ago. */
function planCalls(now: Date, changes: readonly { code: string; at: Date }[]): PastKey['calls'] {
  const midnight = new Date(new Date(now).setUTCHours(4, 0, 0, 0))
  const call = (calledAt: Date, path: string, status = 200) => ({ calledAt, path, status })
  return [
    ...Array.from({ length: DAYS }, (_, days) =>
      call(subtract(midnight, { days }), `${SERVICES.orders}/v2/superorders/me`),
    ),
    ...changes.map(({ code, at }) =>
      call(new Date(at.getTime() + 2000), `${SERVICES.orders}/v1/superorders/${code}`),
    ),
    call(subtract(now, { hours: 18 }), `${SERVICES.customers}/customers/me`, 403),
    call(subtract(now, { minutes: 4 }), `${SERVICES.invoices}/api/v1/HistoricalInvoice/me`),
  ]
    .filter(({ calledAt }) => calledAt > subtract(now, { days: DAYS }) && calledAt <= now)
    .toSorted((a, b) => a.calledAt.getTime() - b.calledAt.getTime())
}

/** A key of the past with its calls, oldest first. */
interface PastKey {
  name: string
  scopes: ApiScope[]
  createdAt: Date
  expiresAt: Date
  calls: readonly { calledAt: Date; path: string; status: number }[]
}

/**
 * Stores expired keys with their calls; the last key is the replacement of the first. The keys themselves are not kept.
 * Stores all or none, and none where the account has a key.
 */
async function storePastKeys(ctx: Context, accountId: string, keys: readonly PastKey[]): Promise<void> {
  await change(ctx, async tx => {
    await lockActiveCustomer(tx, accountId)
    if ((await listKeys(tx.db, accountId, new Date(0))).length > 0) return
    const ids = keys.map(() => randomUUID())
    for (const [i, key] of keys.entries()) {
      const { hash, hint } = createMachineToken('ksk', 'test')
      await insertKey(tx, {
        key_id: ids[i]!,
        account_id: accountId,
        name: key.name,
        hash,
        hint,
        scopes: JSON.stringify(key.scopes),
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        last_used_at: key.calls.at(-1)?.calledAt ?? null,
        last_used_from: key.calls.length > 0 ? NETWORK : null,
        used_networks: JSON.stringify(key.calls.length > 0 ? [NETWORK] : []),
        replaced_by: i === 0 ? ids.at(-1)! : null,
      })
      if (key.calls.length > 0)
        await insertCalls(
          tx,
          key.calls.map(({ calledAt, path, status }) => ({
            call_id: randomUUID(),
            account_id: accountId,
            key_id: ids[i]!,
            called_at: calledAt,
            method: 'GET',
            path,
            status,
            network: NETWORK,
          })),
        )
    }
  })
}
