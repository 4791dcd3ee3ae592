import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApiKeyCalls, getApiKeys } from '#contract/api-keys.ts'
import { upsertOrder } from '#server/domains/orders/orders.ts'
import { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { orderForTests } from '#server/testing/retailer-orders.ts'
import { seedDemoApiKeys } from './api-keys.ts'
import { DEMO_PASSWORD, findDemoCustomer, seedDemoCustomers } from './customers.ts'

const EMAIL = 'studio@keepsake.test'
const DAY = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('NX-341 the demo’s studio has three keys with calls, the same after each start', async () => {
  const { ctx, clock, app, origin } = server
  await seedDemoCustomers(ctx)
  const { account_id: accountId } = (await findDemoCustomer(ctx, EMAIL))!
  for (const days of [1, 3, 40]) {
    const at = new Date(clock.now().getTime() - days * DAY)
    const history = [{ status: 'Received' as const, at: at.toISOString() }]
    await upsertOrder(ctx, `P-${days}`, { ...orderForTests(accountId, at), history })
  }
  await seedDemoApiKeys(ctx)
  const studio = await Client.signIn(app, origin, accountId, EMAIL, DEMO_PASSWORD)
  const { keys } = await studio.call(getApiKeys)
  expect(keys).toMatchObject([
    { name: 'ERP live', state: 'active', replacedBy: null, lastUsedFrom: '203.0.113.x' },
    { name: 'Reporting', state: 'active', lastUsedAt: null },
    { name: 'ERP live', state: 'active', replacedBy: keys[0]!.id },
  ])
  const calls = await studio.call(getApiKeyCalls, { query: { limit: 100 } })
  expect(calls.total).toBeGreaterThan(28)
  expect(calls.refused).toBe(1)
  const paths = calls.calls.map(({ path }) => path)
  expect(paths).toContain('/api/orders/v1/superorders/P-3')
  expect(paths).not.toContain('/api/orders/v1/superorders/P-40')
  await seedDemoApiKeys(ctx)
  // Its mark cannot be stored, as of a process that dies before.
  await expect(
    seedDemoApiKeys({ ...ctx, config: { ...ctx.config, dataDir: '/nowhere/else' } }),
  ).rejects.toThrow()
  expect(await studio.call(getApiKeys)).toEqual({ keys })
  expect(await studio.call(getApiKeyCalls, { query: { limit: 100 } })).toEqual(calls)
})
