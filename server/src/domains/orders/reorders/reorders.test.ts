import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createReorder, getReorderStatus } from '#contract/reorders.ts'
import * as retailer from '#contract/retailer-calls/reorders.ts'
import { type Context, change } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { testServer } from '../../../testing/harness.ts'
import { orderForTests } from '../../../testing/retailer-orders.ts'
import { type RetailerServer, startRetailerServer } from '../../../testing/retailer-server.ts'
import { upsertOrder } from '../orders.ts'

/** The shop of the brand that tests use (brands/keepsake-gb.json). */
const SHOP_URL = 'https://www.keepsake.example/baskets/1'

let customer: Client
const shop = closeAfterAll(await startRetailerServer())
const server = closeAfterAll(await testServer({ config: { retailer: { ...shop.settings, timeoutMs: 300 } } }))
beforeEach(async () => {
  customer = await server.customer()
  shop.received.length = 0
  shop.on(retailer.getReorder, () => ({ answer: OFFER }))
  shop.on(retailer.createReorder, () => ({ answer: { shopUrl: SHOP_URL } }))
})

const OFFER = {
  reorderable: true,
  currency: 'GBP',
  items: [
    { code: 'P-1', state: 'same' as const, was: 3495, now: 3495, changes: [] },
    { code: 'P-2', state: 'changed' as const, was: 720, now: 790, changes: ['price' as const] },
    { code: 'P-3', state: 'gone' as const, was: 2400, changes: ['article' as const] },
  ],
}

async function place(more: Parameters<typeof orderForTests>[2] = {}, ctx: Context = server.ctx) {
  const code = `K-${randomUUID()}`
  await upsertOrder(ctx, code, orderForTests(customer.accountId, ctx.clock.now(), more))
  return code
}
const statusOf = (orderCode: string) => customer.call(getReorderStatus, { params: { orderCode } })
const reorder = (OrderCode: string) => customer.call(createReorder, { query: { OrderCode } })
const failureOf = async (OrderCode: string) => {
  const { status, body } = await customer.expectError(createReorder, { query: { OrderCode } })
  return [status, body.reason]
}
const requestIds = () =>
  shop.received
    .filter(each => each.call === 'POST /reorders')
    .map(each => (each.body as { requestId: string }).requestId)

describe('AA-073 AA-081 OP-70 whether an order can be ordered again', () => {
  test('is answered with the differences that the retailer names', async () => {
    const code = await place()
    expect(await statusOf(code)).toEqual({ orderCode: code, ...OFFER })
    expect(shop.received).toEqual([
      { call: 'GET /reorders/:orderCode', params: { orderCode: code }, body: undefined },
    ])
  })

  test.each([
    ['cancelled', 'Cancelled'],
    ['cancelled', 'cancelled'],
  ] as const)('%s: an order with the status %s, without asking', async (reason, status) => {
    const code = await place({ status })
    expect(await statusOf(code)).toEqual({ orderCode: code, reorderable: false, reason, items: [] })
    expect(await failureOf(code)).toEqual([409, reason])
    expect(shop.received).toEqual([])
  })

  test('expired: the retailer does not have the order any more', async () => {
    shop.on(retailer.getReorder, () => ({ status: 404 }))
    shop.on(retailer.createReorder, () => ({ status: 404 }))
    const code = await place()
    expect(await statusOf(code)).toEqual({
      orderCode: code,
      reorderable: false,
      reason: 'expired',
      items: [],
    })
    expect(await failureOf(code)).toEqual([409, 'expired'])
  })

  test('gone: nothing of it is left', async () => {
    const items = OFFER.items.map(({ code, was }) => ({
      code,
      was,
      state: 'gone' as const,
      changes: ['photos' as const],
    }))
    shop.on(retailer.getReorder, () => ({ answer: { ...OFFER, items } }))
    shop.on(retailer.createReorder, () => ({ status: 409, body: { reason: 'gone' } }))
    const code = await place()
    expect(await statusOf(code)).toMatchObject({ reorderable: false, reason: 'gone', items })
    expect(await failureOf(code)).toEqual([409, 'gone'])
  })

  test('blocked: a business customer who is, without asking', async () => {
    customer = await server.customer({ business: true })
    const code = await place()
    expect((await statusOf(code)).reorderable).toBe(true)
    await change(server.ctx, tx =>
      updateRows(tx.db, 'customers', { account_id: customer.accountId }, { business_status: 'Blocked' }),
    )
    shop.received.length = 0
    expect(await statusOf(code)).toMatchObject({ reorderable: false, reason: 'blocked' })
    expect(await failureOf(code)).toEqual([409, 'blocked'])
    expect(shop.received).toEqual([])
  })

  test('not available: without a retailer', async () => {
    const alone = await testServer()
    try {
      customer = await alone.customer()
      const code = await place({}, alone.ctx)
      expect(await statusOf(code)).toMatchObject({ reorderable: false, reason: 'not-available' })
      expect(await failureOf(code)).toEqual([409, 'not-available'])
    } finally {
      await alone.close()
    }
  })
})

describe('AA-081 ordering again', () => {
  test('makes a basket and answers its address', async () => {
    const code = await place()
    expect(await reorder(code)).toEqual({ ShopUrl: SHOP_URL })
    expect(shop.received).toEqual([
      {
        call: 'POST /reorders',
        params: {},
        body: {
          requestId: expect.any(String),
          orderCode: code,
          returnUrl: `${server.origin}/orders/${code}`,
        },
      },
    ])
  })

  test('a repeated press, and many at once, ask for one basket; later, or after another order, for a new one', async () => {
    const code = await place()
    await Promise.all([reorder(code), reorder(code), reorder(code)])
    server.clock.advance(4 * 60_000)
    await reorder(code)
    expect(new Set(requestIds()).size).toBe(1)
    server.clock.advance(2 * 60_000)
    await reorder(code)
    expect(new Set(requestIds()).size).toBe(2)
    server.clock.advance(60_000)
    await place()
    await reorder(code)
    expect(new Set(requestIds()).size).toBe(3)
    await reorder(await place())
    expect(new Set(requestIds()).size).toBe(4)
  })

  test('OP-31 404 for an unknown and a foreign order, 400 without or with a wrong code, 401 without a token', async () => {
    const code = await place()
    const other = await server.customer()
    for (const [client, wanted] of [
      [customer, 'K-unknown'],
      [other, code],
    ] as const) {
      expect((await client.expectError(getReorderStatus, { params: { orderCode: wanted } })).status).toBe(404)
      expect((await client.expectError(createReorder, { query: { OrderCode: wanted } })).status).toBe(404)
    }
    const without = await customer.fetch('/api/orders/reorder-direct', { method: 'POST' })
    expect([without.status, (await without.json()).fields]).toEqual([400, { OrderCode: 'missing' }])
    expect((await customer.expectError(createReorder, { query: { OrderCode: '../1' } })).status).toBe(400)
    const anonymous = await fetch(`${server.origin}/api/orders/reorder-direct?OrderCode=${code}`, {
      method: 'POST',
    })
    expect(anonymous.status).toBe(401)
    expect(shop.received).toEqual([])
  })

  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,hello'],
    ['https://evil.example/basket'],
    ['https://www.keepsake.example.evil.example/'],
    ['https://name@www.keepsake.example/'],
    ['https://name:secret@www.keepsake.example/'],
    ['http://www.keepsake.example/'],
    ['//www.keepsake.example/'],
    ['/baskets/1'],
    [''],
  ])('acceptance 9: a shop address %j is an error and is not passed on', async shopUrl => {
    shop.on(retailer.createReorder, () => ({ answer: { shopUrl } }))
    const answer = await customer.fetch(`/api/orders/reorder-direct?OrderCode=${await place()}`, {
      method: 'POST',
    })
    const text = await answer.text()
    expect([answer.status, JSON.parse(text).code]).toEqual([503, 'unavailable'])
    if (shopUrl) expect(text).not.toContain(shopUrl)
  })
})

describe('AA-081 a retailer that is down, slow, or sends invalid answers', () => {
  test.each<[string, Parameters<RetailerServer['on']>[1]]>([
    ['down', () => response => void response.destroy()],
    ['failing', () => ({ status: 500 })],
    ['slow', () => () => {}],
    ['redirecting', () => ({ status: 307, headers: { location: '/elsewhere' } })],
    ['invalid', () => ({ status: 200, body: { ok: true } })],
  ])('%s: 503, and another try is possible', async (_, reply) => {
    const code = await place()
    shop.on(retailer.getReorder, reply as never)
    shop.on(retailer.createReorder, reply as never)
    const status = await customer.expectError(getReorderStatus, { params: { orderCode: code } })
    expect([status.status, status.body.code]).toEqual([503, 'unavailable'])
    expect(await failureOf(code)).toEqual([503, undefined])
    shop.on(retailer.createReorder, () => ({ answer: { shopUrl: SHOP_URL } }))
    expect(await reorder(code)).toEqual({ ShopUrl: SHOP_URL })
    // The attempt without an answer may have created the basket.
    expect(new Set(requestIds()).size).toBe(1)
  })

  test('an outbound call holds no connection of the database', async () => {
    const code = await place()
    let answered: unknown
    shop.on(retailer.createReorder, () => async response => {
      answered = await statusOf(code)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ shopUrl: SHOP_URL }))
    })
    expect(await reorder(code)).toEqual({ ShopUrl: SHOP_URL })
    expect(answered).toMatchObject({ reorderable: true })
  })
})
