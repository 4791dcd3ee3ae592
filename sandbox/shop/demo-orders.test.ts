import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEEPSAKE_CALLS } from './keepsake-calls/answer-call.ts'
import { TestShop, waitUntilPasses } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true', SHOP_PACE: '20' })
})
afterEach(() => t.close())

const DAY = 86_400
const at = (days: number) => new Date(t.now.getTime() - days * DAY * 1000).toISOString()

const orderOf = (changes: object = {}) => ({
  accountId: randomUUID(),
  channel: 'KEEPSAKE-GB',
  placedAt: at(5),
  steps: 4,
  deliveryAddress: { lastName: 'Keller', street: 'Rosemary Lane', city: 'Bristol', countryCode: 'GB' },
  photos: [{ id: randomUUID(), name: 'beach.jpg', size: 'PRINT-10X15-GLOSSY', quantity: 3 }],
  ...changes,
})
const place = (body: object, key = 'A-1', more = {}) => t.call('PUT', `/demo-orders/${key}`, body, more)

/** Places an order of the past; the file of the order. */
async function placed(changes: object) {
  const before = await t.files()
  expect((await place(orderOf(changes), randomUUID())).status).toBe(200)
  const [added] = (await t.files()).filter(name => !before.includes(name))
  return t.file(added!.replace('.json', ''))
}

test('a sent one has taken all steps at their times, and Keepsake has its newest version', async () => {
  const order = await placed({})
  expect(order.state.history.map(each => each.status)).toEqual([
    'Received',
    'Confirmed',
    'ProductionStarted',
    'ProductionCompleted',
    'Dispatched',
  ])
  expect(order.state.history[0]!.at).toBe(at(5))
  expect(order.state.history.at(-1)!.at).toBe(at(5 - 47 / 24))
  expect(order.state.parcels).toHaveLength(1)
  expect(t.keepsake.orders.get(order.code)).toEqual(order.state)
  expect((await t.sent())[`order ${order.code}`]).toEqual({ acknowledged: order.state.version })
})

test('an open one stays in its status until the back office takes its next step', async () => {
  const order = await placed({ steps: 1 })
  t.passSeconds(3 * DAY)
  await t.restart()
  expect((await t.file(order.code)).state.status).toBe('Confirmed')
  await t.press(order.code, 'next-step')
  t.passSeconds(20)
  await waitUntilPasses(async () => expect((await t.file(order.code)).step).toBe('ProductionCompleted'))
})

test('RV-1074 an open one says that its production starts soon, however long ago it was placed', async () => {
  for (const placedAt of [at(0.9), at(3.6)]) {
    const { state } = await placed({ steps: 1, placedAt })
    expect([state.cancelUntil, state.addressChangeUntil]).toEqual([at(-3), at(-3)])
  }
})

test('RV-1074 RV-1214 what is ordered and how it is paid has no English of the shop at another brand', async () => {
  const product = { article: 'FRAME-OAK-30X40', quantity: 1, withPrints: true }
  const { state } = await placed({ channel: 'HERZBILD-DE', product, steps: 1 })
  expect(state.products.map(({ title }) => title)).toEqual(['PRINT-10X15-GLOSSY', 'Eichenrahmen 30 × 40 cm'])
  expect(state.payment).toMatchObject({ method: 'card', lastDigits: '4242' })
  expect(state.payment).not.toHaveProperty('label')
})

test('an unpaid one can be paid for three days, and is cancelled then; one that has failed long ago stays', async () => {
  const old = await placed({ payment: 'failing', steps: 0, placedAt: at(160) })
  const unpaid = await placed({ payment: 'later', steps: 0, status: 'paymentPending', placedAt: at(1) })
  expect(unpaid.state).toMatchObject({ status: 'paymentPending', paymentExpiresAt: at(-2) })
  t.passSeconds(2 * DAY)
  await waitUntilPasses(async () => expect((await t.file(unpaid.code)).state.status).toBe('Cancelled'))
  expect((await t.file(old.code)).state.status).toBe('paymentFailed')
})

test.each(['Cancelled', 'rejected', 'verification failed', 'processing failed'])(
  'a %s one has ended',
  async status => {
    const order = await placed({ steps: 1, status })
    expect(order.state.status).toBe(status)
    t.passSeconds(3 * DAY)
    await t.press(order.code, 'next-step')
    expect((await t.file(order.code)).state).toEqual(order.state)
  },
)

test('a repeated call changes nothing; 400 for a wrong one, 401 without the token, 404 without the back office', async () => {
  const body = orderOf()
  expect((await place(body)).status).toBe(200)
  const [name] = await t.files()
  const order = await t.file(name!.replace('.json', ''))
  expect((await place({ ...body, placedAt: at(4) })).status).toBe(200)
  expect(await t.files()).toHaveLength(1)
  expect(await t.file(order.code)).toEqual(order)
  expect((await place({ ...body, photos: [] })).status).toBe(400)
  expect((await place({ ...body, actions: [{ action: 'constructor' }] }, 'A-3')).status).toBe(404)
  expect((await place(body, 'A-2', { token: 'another' })).status).toBe(401)
  await t.restart({ SHOP_BACK_OFFICE: 'false' })
  const path = `${t.shop.origin}${KEEPSAKE_CALLS}/demo-orders/A-2`
  expect((await fetch(path, { method: 'PUT' })).status).toBe(404)
})
