import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrder } from '#contract/order-changes.ts'
import { getOrder } from '#contract/orders.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { type RetailerServer, startRetailerServer } from '../../testing/retailer-server.ts'
import { upsertOrder } from '../orders/orders.ts'

/** Just within the five seconds that a call may take. */
const SLOW_MS = 4900
/** Cancellations of one customer, and of others one each. */
const MANY = 40
const OTHERS = 5

let server: TestServer
let retailer: RetailerServer
const arrivals = new Map<string, number>()
beforeAll(async () => {
  retailer = await startRetailerServer()
  server = await testServer({ config: { rateLimits: false, retailer: retailer.settings } })
  retailer.on(cancelRetailerOrder, ({ params, body }) => {
    arrivals.set(params.code!, performance.now())
    const { cancellationId } = body as { cancellationId: string }
    return response => {
      setTimeout(() => {
        response.writeHead(202, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ cancellationId }))
      }, SLOW_MS)
    }
  })
})
afterAll(async () => {
  await server.close()
  await retailer.close()
})

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString()
async function cancelOne(customer: Client): Promise<{ code: string; at: number }> {
  const code = `K-${randomUUID()}`
  await upsertOrder(
    server.ctx,
    code,
    orderForTests(customer.accountId, inHours(-1), { cancelUntil: inHours(2) }),
  )
  await customer.call(cancelOrder, { params: { code }, body: { cancellationId: randomUUID() } })
  return { code, at: performance.now() }
}

test(`NX-154 the retailer answers after ${SLOW_MS} ms: with ${MANY} messages of one account those of others are sent within 10 s, and each is answered`, async () => {
  server.clock.set(new Date().toISOString())
  const busy = await server.customer()
  const many: { code: string; at: number }[] = []
  for (let n = 0; n < MANY; n++) many.push(await cancelOne(busy))
  const others = await Promise.all(Array.from({ length: OTHERS }, () => server.customer()))
  const theirs = await Promise.all(
    others.map(async customer => ({ customer, ...(await cancelOne(customer)) })),
  )
  await expect.poll(() => theirs.every(({ code }) => arrivals.has(code)), { timeout: 120_000 }).toBe(true)
  const waitedMs = theirs.map(({ code, at }) => Math.max(0, arrivals.get(code)! - at))
  for (const { customer, code } of theirs)
    await expect
      .poll(async () => (await customer.call(getOrder, { params: { code } })).cancellation!.last!.state, {
        timeout: 60_000,
      })
      .toBe('sent')
  process.stdout.write(
    `${JSON.stringify({ others: OTHERS, longestWaitMs: Math.round(Math.max(...waitedMs)) })}\n`,
  )
  expect(Math.max(...waitedMs)).toBeLessThan(10_000)
  expect([...arrivals.keys()].filter(code => many.some(each => each.code === code)).length).toBeGreaterThan(0)
}, 600_000)
