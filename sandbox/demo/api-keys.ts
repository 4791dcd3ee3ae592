import { randomUUID } from 'node:crypto'
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import type { ApiScope } from '#contract/api-scopes.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { type Context, change } from '#server/context.ts'
import { insertCalls } from '#server/domains/api-keys/store/calls.ts'
import { insertKey, listKeys } from '#server/domains/api-keys/store/keys.ts'
import { lockActiveCustomer } from '#server/domains/customers/index.ts'
import { listOrders } from '#server/domains/orders/index.ts'
import { createMachineToken } from '#server/platform/machine-tokens/machine-tokens.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'
import { isStepDone, markStepDone } from './marks.ts'

/** Days of the calls; fewer than those that are listed. */
const DAYS = 28
/** Number of orders whose changes the studio's system has read. */
const ORDERS = 60
const NETWORK = '203.0.113.x'

/** Adds three API keys of the demo's business with their calls, once: one in use, one replaced, and one that ends soon. */
export async function seedDemoApiKeys(ctx: Context): Promise<void> {
  if (isStepDone(ctx, 'api-keys')) return
  const studio = await findDemoCustomer(ctx, DEMO_SIGN_INS[2])
  if (!studio || studio.business_status === 'Blocked') return
  const orders = await listOrders(ctx.db, studio.account_id, { offset: 0, limit: ORDERS })
  const changes = orders.flatMap(({ code, body }) =>
    (body.history ?? []).map(({ at }) => ({ code, at: new Date(at) })),
  )
  await storePastKeys(ctx, studio.account_id, planKeys(ctx.clock.now(), changes))
  await markStepDone(ctx, 'api-keys')
}

function planKeys(now: Date, changes: readonly { code: string; at: Date }[]): PastKey[] {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const after = (milliseconds: number) => before(-milliseconds)
  const replacedAt = before(12 * millisecondsInHour)
  const calls = planCalls(now, changes)
  const scopes: PastKey['scopes'] = ['orders:read', 'invoices:read']
  return [
    {
      name: 'ERP live',
      scopes,
      createdAt: before(351 * millisecondsInDay),
      expiresAt: after(12 * millisecondsInHour),
      network: NETWORK,
      replacedBy: 'ERP live',
      calls: calls.filter(({ calledAt }) => calledAt <= replacedAt),
    },
    {
      name: 'Reporting',
      scopes: ['invoices:read'],
      createdAt: before(81 * millisecondsInDay),
      expiresAt: after(9 * millisecondsInDay),
      network: NETWORK,
      calls: [],
    },
    {
      name: 'ERP live',
      scopes,
      createdAt: replacedAt,
      expiresAt: after(353 * millisecondsInDay),
      network: NETWORK,
      calls: calls.filter(({ calledAt }) => calledAt > replacedAt),
    },
  ]
}

/** A list every night, each changed order, one call that no key makes, and one of some minutes ago. */
function planCalls(now: Date, changes: readonly { code: string; at: Date }[]): PastKey['calls'] {
  const since = now.getTime() - DAYS * millisecondsInDay
  const midnight = new Date(now).setUTCHours(4, 0, 0, 0)
  const nights = Array.from({ length: DAYS }, (_, days) => new Date(midnight - days * millisecondsInDay))
  return [
    ...nights.map(calledAt => ({ calledAt, path: `${SERVICES.orders}/v2/superorders/me`, status: 200 })),
    ...changes.map(({ code, at }) => ({
      calledAt: new Date(at.getTime() + 2000),
      path: `${SERVICES.orders}/v1/superorders/${code}`,
      status: 200,
    })),
    {
      calledAt: new Date(now.getTime() - 18 * millisecondsInHour),
      path: `${SERVICES.customers}/customers/me`,
      status: 403,
    },
    {
      calledAt: new Date(now.getTime() - 4 * millisecondsInMinute),
      path: `${SERVICES.invoices}/api/v1/HistoricalInvoice/me`,
      status: 200,
    },
  ]
    .filter(({ calledAt }) => calledAt.getTime() > since && calledAt <= now)
    .toSorted((a, b) => a.calledAt.getTime() - b.calledAt.getTime())
}

/** A key of the past with its calls, oldest first. */
interface PastKey {
  name: string
  scopes: ApiScope[]
  createdAt: Date
  expiresAt: Date
  /** Shortened address of its calls. */
  network: string
  /** The name of the key that replaced it. */
  replacedBy?: string
  calls: readonly { calledAt: Date; path: string; status: number }[]
}

/**
 * Stores keys of the past with their calls; nobody knows the keys themselves. Stores all or none, and none where
 * the account has a key.
 */
async function storePastKeys(ctx: Context, accountId: string, keys: readonly PastKey[]): Promise<void> {
  await change(ctx, async tx => {
    await lockActiveCustomer(tx, accountId)
    if ((await listKeys(tx.db, accountId, new Date(0))).length > 0) return
    const ids = keys.map(() => randomUUID())
    for (const [i, key] of keys.entries()) {
      const { hash, hint } = createMachineToken('ksk', 'test')
      const successor = keys.findIndex(({ name, replacedBy }) => name === key.replacedBy && !replacedBy)
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
        last_used_from: key.calls.length > 0 ? key.network : null,
        used_networks: JSON.stringify(key.calls.length > 0 ? [key.network] : []),
        replaced_by: ids[successor] ?? null,
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
            network: key.network,
          })),
        )
    }
  })
}
