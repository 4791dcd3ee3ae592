import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressForTests } from '#server/testing/addresses.ts'
import { TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

const PACE = 20
const DECISION_SECONDS = 5
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({
    SHOP_PACE: String(PACE),
    SHOP_ADDRESS_SECONDS: String(DECISION_SECONDS),
    SHOP_BACK_OFFICE: 'true',
  })
})
afterEach(() => t.close())

interface Sent {
  id?: string
  address?: object
  token?: string
}

async function changeAddress(code: string, { id: changeId = randomUUID(), address = NEW, ...as }: Sent = {}) {
  const answer = await t.call('PUT', `/orders/${code}/deliveryAddress`, { changeId, address }, as)
  return { id: changeId, ...answer }
}

async function cancel(code: string, { id: cancellationId = randomUUID(), ...as }: Sent = {}) {
  const body = { cancellationId, requestedAt: t.now.toISOString(), reason: 'other' }
  return { id: cancellationId, ...(await t.call('PUT', `/orders/${code}/cancellation`, body, as)) }
}

const orderAt = (code: string) => t.keepsake.orders.get(code)!
const reaches = (code: string, more: object) =>
  waitUntilPasses(() => expect(orderAt(code)).toMatchObject(more))

test('AA-072 an accepted address is applied later, once, by a version that names it', async () => {
  const code = await t.order()
  const { id, status, body } = await changeAddress(code)
  expect([status, body]).toEqual([202, { changeId: id }])
  expect(orderAt(code).deliveryAddress!.street).toBe('High Street')
  expect((await changeAddress(code, { id })).status).toBe(202)
  t.passSeconds(DECISION_SECONDS)
  const addressChange = { changeId: id, state: 'applied' }
  const applied = { deliveryAddress: { type: 'Home', ...NEW }, addressChange }
  await reaches(code, { version: 2, status: 'Received', ...applied })
  // Sent again after that it is still the same change, and later versions name it as well.
  expect((await changeAddress(code, { id })).status).toBe(202)
  t.passSeconds(PACE)
  await reaches(code, { version: 3, status: 'Confirmed', ...applied })
})

test('NX-119 NX-120 a received cancellation is accepted later, once, by a version that names it and refunds it', async () => {
  const code = await t.order()
  expect(orderAt(code).cancelUntil).toBeDefined()
  const { id, status, body } = await cancel(code)
  expect([status, body]).toEqual([202, { cancellationId: id }])
  expect((await cancel(code, { id })).status).toBe(202)
  expect((await cancel(code)).body).toEqual({ reason: 'other' })
  t.passSeconds(DECISION_SECONDS)
  const { amount } = orderAt(code).total!
  await reaches(code, {
    version: 2,
    status: 'Cancelled',
    cancellation: { cancellationId: id, state: 'accepted' },
    refunds: [{ amount, state: 'paid', reason: 'cancellation' }],
  })
  expect((await cancel(code, { id })).status).toBe(202)
  expect((await cancel(code)).body).toEqual({ reason: 'cancelled' })
})

test('AA-072 NX-120 what is received before production starts is refused after that', async () => {
  const [moved, ended] = [await t.order(), await t.order()]
  for (const code of [moved, ended]) await t.press(code, 'next-step')
  const [change, cancellation] = [await changeAddress(moved), await cancel(ended)]
  expect([change.status, cancellation.status]).toEqual([202, 202])
  for (const code of [moved, ended]) await t.press(code, 'next-step')
  t.passSeconds(DECISION_SECONDS)
  const refused = { state: 'refused', reason: 'in-production' }
  await reaches(moved, {
    version: 4,
    status: 'ProductionStarted',
    deliveryAddress: { street: 'High Street' },
    addressChange: { changeId: change.id, ...refused },
  })
  await reaches(ended, {
    status: 'ProductionStarted',
    cancellation: { cancellationId: cancellation.id, ...refused },
  })
  const answer = { status: 409, body: { reason: 'in-production' } }
  for (const repeated of [await changeAddress(moved, change), await cancel(ended, cancellation)])
    expect(repeated).toMatchObject(answer)
  expect(await cancel(ended)).toMatchObject(answer)
})

test('AA-078 in production, cancelled, to another country, and a second change: refused with the reason', async () => {
  const [produced, cancelled, other] = [await t.order(), await t.order(), await t.order()]
  await t.press(produced, 'next-step')
  await t.press(produced, 'next-step')
  await t.press(cancelled, 'cancel')
  const { id, ...refused } = await changeAddress(produced)
  expect(refused).toEqual({ status: 409, body: { reason: 'in-production' } })
  expect(await changeAddress(produced, { id })).toMatchObject(refused)
  expect((await changeAddress(cancelled)).body).toEqual({ reason: 'cancelled' })
  const abroad = { ...NEW, countryCode: 'NL', postalCode: '1012 AB' }
  expect((await changeAddress(other, { address: abroad })).body).toEqual({ reason: 'not-deliverable' })
  expect((await changeAddress(other)).status).toBe(202)
  expect((await changeAddress(other)).body).toEqual({ reason: 'other' })
})

test('a call without the token, with an invalid address or for an unknown order changes nothing', async () => {
  const code = await t.order()
  for (const send of [changeAddress, cancel]) {
    expect((await send(code, { token: 'x'.repeat(43) })).status).toBe(401)
    expect((await send('P-222222222222')).status).toBe(404)
  }
  expect((await changeAddress(code, { address: { ...NEW, street: '' } })).status).toBe(400)
  expect((await t.file(code)).requests).toBeUndefined()
})

test('the back office decides at once what it has received', async () => {
  const [moved, unmoved, ended, made] = [await t.order(), await t.order(), await t.order(), await t.order()]
  const [applied, refused] = [await changeAddress(moved), await changeAddress(unmoved)]
  const [accepted, declined] = [await cancel(ended), await cancel(made)]
  await t.press(moved, 'apply-address')
  await t.press(unmoved, 'refuse-address')
  await t.press(ended, 'accept-cancellation')
  await t.press(made, 'refuse-cancellation')
  await reaches(moved, { addressChange: { changeId: applied.id, state: 'applied' } })
  await reaches(unmoved, {
    addressChange: { changeId: refused.id, state: 'refused', reason: 'not-deliverable' },
    deliveryAddress: { street: 'High Street' },
  })
  await reaches(ended, { cancellation: { cancellationId: accepted.id, state: 'accepted' } })
  await reaches(made, {
    status: 'Received',
    cancellation: { cancellationId: declined.id, state: 'refused', reason: 'other' },
  })
  await t.press(moved, 'refuse-address')
  expect(t.anna.text).toContain('Not possible in this state.')
})

test('AA-071 a confirmed order says until when a new address is still applied before production', async () => {
  const code = await t.order()
  expect(orderAt(code).addressChangeUntil).toBeUndefined()
  t.passSeconds(PACE)
  await reaches(code, { status: 'Confirmed' })
  const until = new Date(t.now.getTime() + (PACE - DECISION_SECONDS) * 1000).toISOString()
  expect(orderAt(code).addressChangeUntil).toBe(until)
})
