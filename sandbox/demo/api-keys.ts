import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { change, type Tx } from '#server/context.ts'
import { insertCalls, insertKey, listKeys } from '#server/domains/api-keys/store.ts'
import { lockActiveCustomer } from '#server/domains/customers/index.ts'
import { createMachineToken } from '#server/platform/machine-tokens/machine-tokens.ts'
import { listOrderChanges, type OrderChange } from './orders.ts'
import { createStep, subtract } from './steps.ts'

/** Days of the calls; fewer than those that are listed. */
const DAYS = 28
const NETWORK = '203.0.113.x'

/**
 * Adds three API keys of the demo's business with their calls: one in use, one replaced, and one that ends soon; all or
 * none, and none where the account has a key.
 */
export const seedDemoApiKeys = createStep(
  'api-keys',
  ['studio@keepsake.test'],
  async (ctx, { account_id: accountId }) => {
    const keys = planKeys(ctx.clock.now(), await listOrderChanges(ctx, accountId))
    await change(ctx, async tx => {
      await lockActiveCustomer(tx, accountId)
      if ((await listKeys(tx.db, accountId, new Date(0))).length > 0) return
      for (const key of keys) await insertPastKey(tx, accountId, key)
    })
    return true
  },
)

type PastKey = ReturnType<typeof planKeys>[number]

/** Plans keys of the past with their calls, oldest first. The first key was replaced by the last one. */
function planKeys(now: Date, changes: readonly OrderChange[]) {
  const replacedAt = subtract(now, { hours: 12 })
  const allCalls = planCalls(now, changes)
  const before = allCalls.filter(({ called_at }) => called_at <= replacedAt)
  const createKey = (name: string, days: number, daysLeft: number, calls: PastCalls) => ({
    key_id: randomUUID(),
    name,
    scopes: JSON.stringify(name === 'Reporting' ? ['invoices:read'] : ['orders:read', 'invoices:read']),
    created_at: subtract(now, { days }),
    expires_at: subtract(now, { days: -daysLeft }),
    calls,
  })
  const replacement = createKey('ERP live', 0.5, 353, allCalls.slice(before.length))
  return [
    { ...createKey('ERP live', 351, 0.5, before), replaced_by: replacement.key_id },
    createKey('Reporting', 81, 9, []),
    replacement,
  ]
}

type PastCalls = ReturnType<typeof planCalls>

/** A list every night, each changed order, one call that no key makes, and one of some minutes ago. */
function planCalls(now: Date, changes: readonly OrderChange[]) {
  const midnight = new Date(new Date(now).setUTCHours(4, 0, 0, 0))
  const call = (called_at: Date, path: string, status = 200) => ({ called_at, path, status })
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
    .filter(({ called_at }) => called_at > subtract(now, { days: DAYS }) && called_at <= now)
    .toSorted((a, b) => a.called_at.getTime() - b.called_at.getTime())
}

/** Inserts a key of the past, which itself is not kept. */
async function insertPastKey(tx: Tx, account_id: string, { calls, ...key }: PastKey): Promise<void> {
  const { hash, hint } = createMachineToken('ksk', 'test')
  const lastCall = calls.at(-1)
  const use = lastCall && { last_used_at: lastCall.called_at, last_used_from: NETWORK }
  const used_networks = JSON.stringify(lastCall ? [NETWORK] : [])
  await insertKey(tx, { ...key, ...use, account_id, hash, hint, used_networks })
  const { key_id } = key
  const rest = { account_id, key_id, method: 'GET', network: NETWORK }
  const rows = calls.map(call => ({ ...call, ...rest, call_id: randomUUID() }))
  if (rows.length > 0) await insertCalls(tx, rows)
}
