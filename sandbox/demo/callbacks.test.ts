import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getCallbackEvent,
  getCallbackEvents,
  getCallbacks,
  replayCallbackEvent,
} from '#contract/callbacks.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import type { Context } from '#server/context.ts'
import { invoiceForTests } from '#server/domains/invoices/invoices.testing.ts'
import { upsertInvoice } from '#server/domains/invoices/invoices.ts'
import { upsertOrder } from '#server/domains/orders/orders.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'
import { Client } from '#server/testing/client.ts'
import { orderForTests } from '#server/testing/retailer-orders.ts'
import { startServerWithShop } from '../shop/testing/server-with-shop.testing.ts'
import { TestBrowser } from '../shop/testing/test-browser.ts'
import { seedDemoCallbacks } from './callbacks.ts'
import { DEMO_PASSWORD, findDemoCustomer, seedDemoCustomers } from './customers.ts'

const EMAIL = 'studio@keepsake.test'
const DAY = 86_400_000
const OFFICE = '/back-office/callbacks'

let both: Awaited<ReturnType<typeof startServerWithShop>>
let accountId: string
beforeAll(async () => {
  both = await startServerWithShop()
  const { ctx, clock } = both.server
  await seedDemoCustomers(ctx)
  accountId = (await findDemoCustomer(ctx, EMAIL))!.account_id
  for (let days = 1; days < 40; days += 2) {
    const at = new Date(clock.now().getTime() - days * DAY)
    const history = [{ status: 'Received' as const, at: at.toISOString() }]
    await upsertOrder(ctx, `P-${days}`, { ...orderForTests(accountId, at), history })
    const issueDate = at.toISOString().slice(0, 10)
    if (days % 3 === 0) await upsertInvoice(ctx, `M-${days}`, { ...invoiceForTests(accountId), issueDate })
  }
})
afterAll(() => both.close())

const signIn = () => {
  const { app, origin } = both.server
  return Client.signIn(app, origin, accountId, EMAIL, DEMO_PASSWORD)
}
const logOf = (client: Client) => client.call(getCallbackEvents, { query: { limit: 100 } })

/** A context that fails, as a killed process does, when the demo reads the time that often. */
function killedAt(ctx: Context, read: number): Context {
  let reads = 0
  const now = () => {
    if (++reads > read) throw new Error('the process was killed')
    return ctx.clock.now()
  }
  return { ...ctx, clock: { now } }
}

test('AA-108 the demo’s studio has a log with successes and failures and a system that verified a real test, the same after each start', async () => {
  const { ctx } = both.server
  const studio = await signIn()
  await seedDemoCallbacks({ ...ctx, config: { ...ctx.config, callbackOrigins: [] } })
  expect((await studio.call(getCustomer)).ftp?.callbackUrl ?? null).toBeNull()
  for (const read of [1, 2, 5])
    await expect(seedDemoCallbacks(killedAt(ctx, read))).rejects.toThrow('the process was killed')
  // The address is stored, the past is not yet, and an order changes.
  expect((await logOf(studio)).events.flatMap(({ deliveries }) => deliveries)).toEqual([])
  await upsertOrder(ctx, 'P-1', orderForTests(accountId, ctx.clock.now(), { version: 2 }))
  const call = () => Promise.reject(new RetailerError('unavailable'))
  await expect(seedDemoCallbacks({ ...ctx, retailer: { call } })).rejects.toThrow(RetailerError)
  await seedDemoCallbacks(ctx)
  await both.server.idle()

  const { events: listed, total, failed } = await logOf(studio)
  const events = listed.map(event => ({ ...event, ...event.deliveries[0]! }))
  expect(total).toBeGreaterThan(15)
  expect(failed).toBe(1)
  const states = Map.groupBy(events, ({ state }) => state)
  expect(states.get('delivered')!.length).toBeGreaterThan(15)
  expect(states.get('waiting')).toMatchObject([
    { lastAttempt: { status: 503 }, attempts: 3 },
    { about: 'P-1' },
  ])
  const [givenUp] = states.get('failed')!
  expect(givenUp).toMatchObject({ attempts: 10, lastAttempt: { status: 500 } })
  expect(events.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(2)
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['order.changed', 'invoice.ready', 'test']))
  const tests = events.filter(({ type }) => type === 'test')
  expect(tests).toMatchObject([{ state: 'delivered', lastAttempt: { status: 200 } }])

  await studio.call(replayCallbackEvent, { params: { id: givenUp!.id } })
  await both.server.idle()
  const details = await studio.call(getCallbackEvent, { params: { id: givenUp!.id } })
  expect(details.deliveries).toMatchObject([{ state: 'delivered', attempts: 11 }])
  const office = await new TestBrowser(both.shop.origin).open(OFFICE)
  expect(office.text).toMatch(new RegExp(`order\\.changed|invoice\\.ready .*${tests[0]!.id}`))
  expect(office.text).not.toContain('wrong signature')

  const before = await logOf(studio)
  const state = await studio.call(getCallbacks)
  await seedDemoCallbacks(ctx)
  await both.server.idle()
  expect(await logOf(studio)).toEqual(before)
  expect(await studio.call(getCallbacks)).toEqual(state)
})

test('AA-108 an address that somebody entered stays', async () => {
  const { ctx } = both.server
  const studio = await signIn()
  const ftp = { callbackUrl: 'https://erp.example/keepsake' }
  await studio.call(patchCustomer, { body: { ftp } })
  await seedDemoCallbacks({ ...ctx, config: { ...ctx.config, dataDir: `/nowhere/${randomUUID()}` } })
  expect((await studio.call(getCustomer)).ftp).toMatchObject(ftp)
})
