import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressForTests } from '#server/testing/addresses.ts'
import { TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

const PACE = 20
const ADDRESS_SECONDS = 5
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({
    SHOP_PACE: String(PACE),
    SHOP_ADDRESS_SECONDS: String(ADDRESS_SECONDS),
    SHOP_BACK_OFFICE: 'true',
  })
})
afterEach(() => t.close())

interface Sent {
  changeId?: string
  address?: object
  token?: string
  origin?: string
}

async function send(code: string, { changeId = randomUUID(), address = NEW, ...as }: Sent = {}) {
  const answer = await t.call('PUT', `/orders/${code}/deliveryAddress`, { changeId, address }, as)
  return { changeId, ...answer }
}

const orderAt = (code: string) => t.keepsake.orders.get(code)!
const reaches = (code: string, more: object) =>
  waitUntilPasses(() => expect(orderAt(code)).toMatchObject(more))
async function press(code: string, action: string) {
  await t.anna.open('/back-office')
  await t.anna.submit(`/back-office/orders/${code}`, { action })
}

test('AA-072 an accepted address is applied later, once, by a version that names it', async () => {
  const code = await t.order()
  const { changeId, status, body } = await send(code)
  expect([status, body]).toEqual([202, { changeId }])
  expect(orderAt(code).deliveryAddress!.street).toBe('High Street')
  expect((await send(code, { changeId })).status).toBe(202)
  t.passSeconds(ADDRESS_SECONDS)
  const applied = { deliveryAddress: { type: 'Home', ...NEW }, addressChange: { changeId, state: 'applied' } }
  await reaches(code, { version: 2, status: 'Received', ...applied })
  // Sent again after that it is still the same change, and later versions name it as well.
  expect((await send(code, { changeId })).status).toBe(202)
  t.passSeconds(PACE)
  await reaches(code, { version: 3, status: 'Confirmed', ...applied })
})

test('AA-072 an address that is accepted before production starts is refused after that', async () => {
  const code = await t.order()
  await press(code, 'next-step')
  const { changeId, status } = await send(code)
  expect(status).toBe(202)
  await press(code, 'next-step')
  t.passSeconds(ADDRESS_SECONDS)
  await reaches(code, {
    version: 4,
    status: 'ProductionStarted',
    deliveryAddress: { street: 'High Street' },
    addressChange: { changeId, state: 'refused', reason: 'in-production' },
  })
  expect(await send(code, { changeId })).toMatchObject({ status: 409, body: { reason: 'in-production' } })
})

test('AA-078 in production, cancelled, to another country, and a second change: refused with the reason', async () => {
  const [produced, cancelled, other] = [await t.order(), await t.order(), await t.order()]
  await press(produced, 'next-step')
  await press(produced, 'next-step')
  await press(cancelled, 'cancel')
  const { changeId, ...refused } = await send(produced)
  expect(refused).toEqual({ status: 409, body: { reason: 'in-production' } })
  expect(await send(produced, { changeId })).toMatchObject(refused)
  expect((await send(cancelled)).body).toEqual({ reason: 'cancelled' })
  const abroad = { ...NEW, countryCode: 'NL', postalCode: '1012 AB' }
  expect((await send(other, { address: abroad })).body).toEqual({ reason: 'not-deliverable' })
  expect((await send(other)).status).toBe(202)
  expect((await send(other)).body).toEqual({ reason: 'other' })
})

test('a call without the token, with an invalid address or for an unknown order changes nothing', async () => {
  const code = await t.order()
  expect((await send(code, { token: 'x'.repeat(43) })).status).toBe(401)
  expect((await send(code, { address: { ...NEW, street: '' } })).status).toBe(400)
  expect((await send('P-222222222222')).status).toBe(404)
  expect((await t.file(code)).requests).toBeUndefined()
})

test('the back office applies an accepted address at once, or refuses it', async () => {
  const [first, second] = [await t.order(), await t.order()]
  const [applied, refused] = [await send(first), await send(second)]
  await press(first, 'apply-address')
  await press(second, 'refuse-address')
  await reaches(first, { addressChange: { changeId: applied.changeId, state: 'applied' } })
  await reaches(second, {
    addressChange: { changeId: refused.changeId, state: 'refused', reason: 'not-deliverable' },
    deliveryAddress: { street: 'High Street' },
  })
  await press(first, 'refuse-address')
  expect(t.anna.text).toContain('Not possible in this state.')
})

test('AA-071 a confirmed order says until when a new address is still applied before production', async () => {
  const code = await t.order()
  expect(orderAt(code).addressChangeUntil).toBeUndefined()
  t.passSeconds(PACE)
  await reaches(code, { status: 'Confirmed' })
  const until = new Date(t.now.getTime() + (PACE - ADDRESS_SECONDS) * 1000).toISOString()
  expect(orderAt(code).addressChangeUntil).toBe(until)
})
