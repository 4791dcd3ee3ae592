import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrders, type Order } from '#contract/orders.ts'
import { createReorder, getReorderStatus } from '#contract/reorders.ts'
import type { Context } from '#server/context.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'
import type { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { startServerWithShop } from '../shop/testing/server-with-shop.testing.ts'
import { TestBrowser } from '../shop/testing/test-browser.ts'
import { seedDemoCustomers } from './customers.ts'
import { DEMO_ORDERS } from './order-plans.ts'
import { seedDemoOrders } from './orders.ts'
import { signInDemo } from './sign-in.testing.ts'

let both: Awaited<ReturnType<typeof startServerWithShop>>
let server: TestServer
let demo: Client
let studio: Client
beforeAll(async () => {
  both = await startServerWithShop({ SHOP_PACE: '0.1' })
  server = both.server
  await seedDemoCustomers(server.ctx)
  demo = await signInDemo(server, 'demo@keepsake.test')
  studio = await signInDemo(server, 'studio@keepsake.test')
  for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) {
    await demo.upload(name, await jpeg())
    await studio.upload(name, await jpeg())
  }
})
afterAll(() => both.close())

async function ordersOf(client: Client): Promise<Order[]> {
  const orders: Order[] = []
  for (;;) {
    const { superOrders } = await client.call(getOrders, { query: { Offset: orders.length } })
    orders.push(...superOrders)
    if (superOrders.length < 100) return orders
  }
}

/** A context whose retailer fails from the given call on. */
function failingAt(ctx: Context, call: number, error: Error): Context {
  let calls = 0
  const retailer: Context['retailer'] = {
    async call(...given) {
      if (++calls >= call) throw error
      return ctx.retailer.call(...given)
    },
  }
  return { ...ctx, retailer }
}

test('the demo’s orders are complete after a killed start and one without the shop, and the same after others', async () => {
  const { ctx } = server
  await seedDemoOrders({ ...ctx, config: { ...ctx.config, retailer: null } })
  expect(await ordersOf(demo)).toEqual([])
  await expect(seedDemoOrders(failingAt(ctx, 6, new Error('the process was killed')))).rejects.toThrow()
  const away = (call: number) => failingAt(ctx, call, new RetailerError('unavailable'))
  for (const call of [12, 1]) await expect(seedDemoOrders(away(call))).rejects.toThrow(RetailerError)
  const some = await ordersOf(demo)
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(DEMO_ORDERS.length)
  server.clock.advance(60_000)
  await seedDemoOrders(ctx)
  // With the order that prints the products of a reported one again.
  await expect.poll(async () => (await ordersOf(demo)).length).toBe(DEMO_ORDERS.length + 1)
  const orders = await ordersOf(demo)
  expect(await ordersOf(studio)).toHaveLength(240)
  server.clock.advance(60_000)
  await seedDemoOrders(ctx)
  // Also without the mark of a completed start.
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-demo-'))
  await seedDemoOrders({ ...ctx, config: { ...ctx.config, dataDir } })
  expect((await ordersOf(demo)).map(({ createdAt }) => createdAt)).toEqual(
    orders.map(({ createdAt }) => createdAt),
  )
  expect(await ordersOf(studio)).toHaveLength(240)
})

test('AA-081 a product of the studio can be ordered again', async () => {
  const confirmed = (await ordersOf(studio)).find(({ status }) => status === 'Confirmed')!
  const orderCode = confirmed.superOrderCode
  expect(await studio.call(getReorderStatus, { params: { orderCode } })).toMatchObject({ reorderable: true })
  const { ShopUrl } = await studio.call(createReorder, { query: { OrderCode: orderCode } })
  const browser = await new TestBrowser(both.shop.origin).open(new URL(ShopUrl).pathname)
  expect(browser.text).toContain('Portraits 239')
})
