import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

const PACE = 20
const DECISION_SECONDS = 5

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({
    SHOP_PACE: String(PACE),
    SHOP_ADDRESS_SECONDS: String(DECISION_SECONDS),
    SHOP_BACK_OFFICE: 'true',
  })
})
afterEach(() => t.close())

async function send(
  code: string,
  { cancellationId = randomUUID(), ...as }: { cancellationId?: string; token?: string } = {},
) {
  const body = { cancellationId, requestedAt: t.now.toISOString(), reason: 'other' }
  return { cancellationId, ...(await t.call('PUT', `/orders/${code}/cancellation`, body, as)) }
}
const orderAt = (code: string) => t.keepsake.orders.get(code)!
const reaches = (code: string, more: object) =>
  waitUntilPasses(() => expect(orderAt(code)).toMatchObject(more))
async function press(code: string, action: string) {
  await t.anna.open('/back-office')
  await t.anna.submit(`/back-office/orders/${code}`, { action })
}

test('NX-119 NX-120 a received cancellation is accepted later, once, by a version that names it and refunds it', async () => {
  const code = await t.order()
  expect(orderAt(code).cancelUntil).toBeDefined()
  const { cancellationId, status, body } = await send(code)
  expect([status, body]).toEqual([202, { cancellationId }])
  expect((await send(code, { cancellationId })).status).toBe(202)
  expect((await send(code)).body).toEqual({ reason: 'other' })
  t.passSeconds(DECISION_SECONDS)
  const { amount } = orderAt(code).total!
  await reaches(code, {
    version: 2,
    status: 'Cancelled',
    cancellation: { cancellationId, state: 'accepted' },
    refunds: [{ amount, state: 'paid', reason: 'cancellation' }],
  })
  expect((await send(code, { cancellationId })).status).toBe(202)
  expect((await send(code)).body).toEqual({ reason: 'cancelled' })
})

test('NX-120 a cancellation that is received before production starts is refused after that', async () => {
  const code = await t.order()
  await press(code, 'next-step')
  const { cancellationId } = await send(code)
  await press(code, 'next-step')
  t.passSeconds(DECISION_SECONDS)
  await reaches(code, {
    status: 'ProductionStarted',
    cancellation: { cancellationId, state: 'refused', reason: 'in-production' },
  })
  expect(await send(code, { cancellationId })).toMatchObject({
    status: 409,
    body: { reason: 'in-production' },
  })
  expect(await send(code)).toMatchObject({ status: 409, body: { reason: 'in-production' } })
})

test('the back office accepts a cancellation at once, or refuses it; without the token and of no order there is none', async () => {
  const [first, second] = [await t.order(), await t.order()]
  const [accepted, refused] = [await send(first), await send(second)]
  await press(first, 'accept-cancellation')
  await press(second, 'refuse-cancellation')
  await reaches(first, { cancellation: { cancellationId: accepted.cancellationId, state: 'accepted' } })
  await reaches(second, {
    status: 'Received',
    cancellation: { cancellationId: refused.cancellationId, state: 'refused', reason: 'other' },
  })
  expect((await send(second, { token: 'x'.repeat(43) })).status).toBe(401)
  expect((await send('P-222222222222')).status).toBe(404)
})
