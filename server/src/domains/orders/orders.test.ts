import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import type { LibraryPush } from '#contract/push.ts'
import { getStorageStatus } from '#contract/retention.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { openSocket } from '../../testing/sockets.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const NEW_TOKEN = 'the-token-that-comes-after-it-is-as-long'
const DAY = 86_400_000

let server: TestServer
let customer: Client
beforeAll(async () => {
  server = await testServer({
    config: {
      serviceTokens: [
        { name: 'shop', token: TOKEN },
        { name: 'shop', token: NEW_TOKEN },
      ],
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set('2026-03-31T10:00:00Z')
  customer = await server.customer()
})

let codes = 0
const newCode = () => `K-${++codes}.2026_A`

async function put(code: string, body: object, token: string | null = TOKEN) {
  const response = await fetch(
    new URL(`${SERVICES.orders}/retailer/orders/${encodeURIComponent(code)}`, server.origin),
    {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    },
  )
  return { status: response.status, body: await response.json() }
}
const order = (more: object = {}) => ({
  accountId: customer.accountId,
  createdAt: '2026-03-30T09:00:00Z',
  status: 'paymentSuccess',
  ...more,
})
const kept = () =>
  server.ctx.db.selectFrom('orders').selectAll().where('account_id', '=', customer.accountId).execute()
const status = () => customer.call(getStorageStatus)

test('PL-002 an order resets the retention period: the next response has the new date', async () => {
  await server.ctx.db
    .updateTable('customers')
    .set({ registered_at: new Date(Date.now() - 3000 * DAY) })
    .where('account_id', '=', customer.accountId)
    .execute()
  expect((await status()).status).toBe('critical')
  const code = newCode()
  expect(await put(code, order())).toEqual({
    status: 200,
    body: { code, accountId: customer.accountId, lastOrderDate: '2026-03-30T09:00:00.000Z' },
  })
  expect(await status()).toMatchObject({
    status: 'safe',
    lastOrderDate: '2026-03-30T09:00:00.000Z',
    deletionDate: '2027-09-30T09:00:00.000Z',
  })
})

test('PL-002 open pages receive the new status over the library socket', async () => {
  const socket = await openSocket(server.origin, '/api/push/library', customer.token)
  await socket.next<LibraryPush>(message => message.type === 'ready')
  await put(newCode(), order())
  const message = await socket.next<LibraryPush>(message => message.type === 'storage-status')
  expect(message).toEqual({ type: 'storage-status', status: await status() })
  socket.close()
})

test('an order sent again replaces the stored one', async () => {
  const code = newCode()
  const product = { code: 'PRINT-10X15-GLOSSY', name: 'Prints', quantity: 12, status: 'producing' }
  await put(code, order())
  server.clock.advance(DAY)
  const again = await put(code, order({ status: 'producing', products: [product] }))
  expect(again).toMatchObject({ status: 200, body: { lastOrderDate: '2026-03-30T09:00:00.000Z' } })
  expect(await kept()).toMatchObject([
    {
      code,
      state: 'producing',
      body: { createdAt: '2026-03-30T09:00:00Z', status: 'producing', products: [product] },
      received_at: new Date('2026-03-31T10:00:00Z'),
      updated_at: new Date('2026-04-01T10:00:00Z'),
    },
  ])
})

test('PL-002 orders may arrive in any sequence: the latest date counts and never decreases', async () => {
  await put(newCode(), order({ createdAt: '2026-03-01T09:00:00Z' }))
  const old = await put(newCode(), order({ createdAt: '2020-01-01T09:00:00+01:00' }))
  expect(old.body.lastOrderDate).toBe('2026-03-01T09:00:00.000Z')
  await Promise.all(
    ['2026-03-09T00:00:00Z', '2026-03-20T00:00:00Z', '2026-03-11T00:00:00Z'].map(createdAt =>
      put(newCode(), order({ createdAt })),
    ),
  )
  expect((await status()).lastOrderDate).toBe('2026-03-20T00:00:00.000Z')
})

test.each(['paymentFailed', 'verification failed', 'processing failed', 'rejected', 'cancelled'])(
  'PL-002 a failed or cancelled order (%s) is stored and resets nothing',
  async state => {
    expect(await put(newCode(), order({ status: state }))).toMatchObject({
      status: 200,
      body: { lastOrderDate: null },
    })
    expect(await kept()).toHaveLength(1)
    expect((await status()).lastOrderDate).toBeNull()
  },
)

test('PL-132 an order removes an earlier delayed date of customer care, and keeps a later one', async () => {
  const delay = (to: string) =>
    server.ctx.db
      .updateTable('customers')
      .set({ delayed_deletion_at: new Date(to) })
      .where('account_id', '=', customer.accountId)
      .execute()
  await delay('2026-05-01T00:00:00Z')
  await put(newCode(), order())
  expect(await status()).toMatchObject({
    delayedDeletionDate: null,
    deletionDate: '2027-09-30T09:00:00.000Z',
  })
  await delay('2030-01-01T00:00:00Z')
  await put(newCode(), order({ createdAt: '2026-03-31T09:00:00Z' }))
  expect((await status()).deletionDate).toBe('2030-01-01T00:00:00.000Z')
})

test('a service may use its old and its new token during a rotation', async () => {
  expect((await put(newCode(), order(), NEW_TOKEN)).status).toBe(200)
})

test('refuses no token, an unknown one and a customer’s', async () => {
  for (const token of [null, '', 'x', `${TOKEN}x`, TOKEN.slice(0, -1), customer.token]) {
    const answer = await put(newCode(), order(), token)
    expect([token, answer.status, answer.body.code]).toEqual([token, 401, 'unauthorized'])
  }
  expect(await kept()).toEqual([])
})

test('PL-152 the service’s token is refused by all other endpoints', async () => {
  const answer = await fetch(new URL(`${SERVICES.photoManagement}/users`, server.origin), {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect(answer.status).toBe(401)
})

test.each([
  ['the future', { createdAt: '2026-03-31T10:06:00Z' }],
  ['the default of a system', { createdAt: '1970-01-01T00:00:00Z' }],
  ['no date', { createdAt: null }],
  ['a broken date', { createdAt: '2026-02-30T00:00:00Z' }],
  ['no zone', { createdAt: '2026-02-28T00:00:00' }],
  ['an unknown state', { status: 'Ordered' }],
  ['an unknown field', { price: 3 }],
])('PL-002 %s is refused with 400 and changes nothing', async (_what, more) => {
  const answer = await put(newCode(), order(more))
  expect([answer.status, answer.body.code]).toEqual([400, 'bad-request'])
  expect(Object.keys(answer.body.fields).join()).toMatch(/createdAt|status|body|price/)
  expect(await kept()).toEqual([])
  expect((await status()).lastOrderDate).toBeNull()
})

test('an invalid code is refused, an unknown account is not found', async () => {
  expect((await put('../../etc', order())).status).toBe(400)
  expect((await put(newCode(), order({ accountId: 'nobody' }))).status).toBe(404)
  await server.ctx.db
    .updateTable('customers')
    .set({ deleted_at: new Date() })
    .where('account_id', '=', customer.accountId)
    .execute()
  expect((await put(newCode(), order())).status).toBe(404)
  expect(await kept()).toEqual([])
})

test('an order code never changes its customer', async () => {
  const other = await server.customer()
  const code = newCode()
  await put(code, order())
  const answer = await put(code, order({ accountId: other.accountId, createdAt: '2026-03-31T09:00:00Z' }))
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  expect((await other.call(getStorageStatus)).lastOrderDate).toBeNull()
  expect(await kept()).toMatchObject([{ code, account_id: customer.accountId }])
})
