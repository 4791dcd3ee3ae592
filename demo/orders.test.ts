import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddress, deleteAddress, getAddresses } from '#contract/addresses.ts'
import { getCustomer } from '#contract/customers.ts'
import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import { getOrders, type Order } from '#contract/orders.ts'
import { getStorageStatus } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { seedDemoAddresses } from './addresses.ts'
import { DEMO_PASSWORD, type DemoEmail, findDemoCustomer, seedDemoCustomers } from './customers.ts'
import { seedDemoOrders } from './orders.ts'

let server: TestServer
let demo: Client
let studio: Client
beforeAll(async () => {
  server = await testServer()
  await seedDemoCustomers(server.ctx)
  demo = await signIn('demo@keepsake.test')
  studio = await signIn('studio@keepsake.test')
  await demo.upload('one.jpg', await jpeg())
  await demo.upload('two.jpg', await jpeg())
})
afterAll(() => server.close())

async function signIn(email: DemoEmail): Promise<Client> {
  const { account_id } = (await findDemoCustomer(server.ctx, email))!
  return Client.signIn(server.app, server.origin, account_id, email, DEMO_PASSWORD)
}

async function ordersOf(client: Client): Promise<Order[]> {
  const orders: Order[] = []
  for (;;) {
    const { superOrders } = await client.call(getOrders, { query: { Offset: orders.length } })
    orders.push(...superOrders)
    if (superOrders.length < 100) return orders
  }
}

/** A context that ends, like a killed process, at the given change of the database. */
function killedAt(ctx: Context, change: number): Context {
  let changes = 0
  const now = () => {
    if (++changes > change) throw new Error('the process was killed')
    return ctx.clock.now()
  }
  return { ...ctx, clock: { ...ctx.clock, now } }
}

test('the demo’s orders are complete after a killed start, and the same after a second one', async () => {
  const { ctx } = server
  await expect(seedDemoOrders(killedAt(ctx, 20))).rejects.toThrow('the process was killed')
  const some = await ordersOf(demo)
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(14)
  server.clock.advance(60_000)
  await seedDemoOrders(ctx)
  const orders = await ordersOf(demo)
  expect(orders).toHaveLength(14)
  expect(await ordersOf(studio)).toHaveLength(240)
  server.clock.advance(60_000)
  await seedDemoOrders(ctx)
  expect((await ordersOf(demo)).map(({ createdAt }) => createdAt)).toEqual(
    orders.map(({ createdAt }) => createdAt),
  )
  // Also without the mark of a completed start.
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-demo-'))
  await seedDemoOrders({ ...ctx, config: { ...ctx.config, dataDir } })
  expect(await ordersOf(demo)).toHaveLength(14)
})

test('they span three years, have all states, several kinds of delivery and countries, and pictures of the library', async () => {
  const orders = await ordersOf(demo)
  const states = orders.map(({ status }) => STATES_OF_STATUSES[status as keyof typeof STATES_OF_STATUSES])
  expect(new Set(states)).toEqual(
    new Set([
      'awaiting-payment',
      'ordered',
      'in-production',
      'sent',
      'cancelled',
      'payment-failed',
      'rejected',
    ]),
  )
  const years = (Date.parse(orders[0]!.createdAt) - Date.parse(orders.at(-1)!.createdAt)) / (365 * 86_400_000)
  expect(years).toBeGreaterThan(2.9)
  expect(new Set(orders.map(order => order.deliveryAddress?.countryCode))).toEqual(new Set(['GB', 'DE']))
  expect(new Set(orders.map(order => order.deliveryAddress?.type))).toEqual(new Set(['Home', 'PickupPoint']))
  expect(orders.flatMap(order => order.products).every(product => product.picture !== null)).toBe(true)
  for (const { history } of orders)
    expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted())
  expect((await demo.call(getStorageStatus)).status).toBe('safe')
})

test('addresses in two countries, of which deleted ones stay deleted', async () => {
  const { ctx } = server
  await seedDemoAddresses(ctx)
  const { addresses } = await demo.call(getAddresses)
  expect(addresses.map(({ countryCode }) => countryCode).toSorted()).toEqual(['DE', 'GB', 'GB'])
  expect(addresses[0]).toMatchObject({ street: 'Rosemary Lane', isDefault: true })
  await demo.call(deleteAddress, { params: { id: addresses[1]!.id } })
  await seedDemoAddresses(ctx)
  expect((await demo.call(getAddresses)).addresses).toHaveLength(2)
  // As a customer would enter them.
  for (const { id: _, ...address } of addresses) await demo.call(createAddress, { body: address })
  expect((await studio.call(getAddresses)).addresses).toMatchObject([{ companyName: 'Lindholm Studio' }])
})

test('a business whose details are incomplete', async () => {
  const pending = await signIn('pending@keepsake.test')
  expect(await pending.call(getCustomer)).toMatchObject({ status: 'Default', lastName: null })
})
