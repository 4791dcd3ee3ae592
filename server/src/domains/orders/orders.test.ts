import { beforeEach, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import * as contract from '#contract/orders.ts'
import type { LibraryPush } from '#contract/push.ts'
import { getStorageStatus } from '#contract/retention.ts'
import { listRows, updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { productForTests } from '../../testing/retailer-orders.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const NEW_TOKEN = 'the-token-that-comes-after-it-is-as-long'

let customer: Client
const server = closeAfterAll(
  await testServer({
    config: {
      serviceTokens: [
        { name: 'shop', token: TOKEN },
        { name: 'shop', token: NEW_TOKEN },
      ],
    },
  }),
)
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
      body: JSON.stringify({ products: [productForTests(`P${code}`.slice(0, 64))], ...body }),
    },
  )
  return { status: response.status, body: await response.json() }
}
const order = (more: object = {}) => ({
  version: 1,
  accountId: customer.accountId,
  createdAt: '2026-03-30T09:00:00Z',
  status: 'paymentSuccess',
  ...more,
})
const kept = () => listRows(server.ctx.db, 'orders', { account_id: customer.accountId })
const byArticles = async (...articleNames: string[]) => {
  const params = { accountId: customer.accountId }
  return (await customer.call(contract.getOrdersByArticles, { params, query: { articleNames } })).orders
}
const status = () => customer.call(getStorageStatus)

test('PL-002 an order resets the retention period: the next response has the new date', async () => {
  await updateRows(
    server.ctx.db,
    'customers',
    { account_id: customer.accountId },
    { registered_at: new Date('2024-10-10T09:00:00Z') },
  )
  expect((await status()).status).toBe('critical')
  const code = newCode()
  expect(await put(code, order())).toEqual({
    status: 200,
    body: {
      code,
      accountId: customer.accountId,
      version: 1,
      stored: true,
      lastOrderDate: '2026-03-30T09:00:00.000Z',
    },
  })
  expect(await status()).toMatchObject({
    status: 'safe',
    lastOrderDate: '2026-03-30T09:00:00.000Z',
    deletionDate: '2027-09-30T09:00:00.000Z',
  })
})

test('PL-002 open pages receive the new status over the library socket', async () => {
  const socket = await openLibrarySocket(server.origin, customer.token)
  await put(newCode(), order())
  const message = await socket.next<LibraryPush>(message => message.type === 'storage-status')
  expect(message).toEqual({ type: 'storage-status', status: await status() })
  socket.close()
})

test('a higher version replaces the stored order, with its products', async () => {
  const code = newCode()
  const products = ['a', 'b', 'c'].map(name => ({ code: `${code}-${name}`, article: name, title: name }))
  await put(code, order({ products: products.slice(0, 2) }))
  server.clock.advance(60_000)
  const again = await put(code, order({ version: 2, status: 'producing', products: products.slice(1) }))
  expect(again).toMatchObject({
    status: 200,
    body: { version: 2, stored: true, lastOrderDate: '2026-03-30T09:00:00.000Z' },
  })
  expect(await kept()).toMatchObject([
    {
      code,
      version: 2,
      body: { createdAt: '2026-03-30T09:00:00Z', status: 'producing', products: products.slice(1) },
      received_at: new Date('2026-03-31T10:00:00Z'),
      updated_at: new Date('2026-03-31T10:01:00Z'),
    },
  ])
  for (const [article, count] of [
    ['a', 0],
    ['b', 1],
    ['c', 1],
  ] as const)
    expect(await byArticles(article)).toHaveLength(count)
})

test('AA-075 the same version again changes nothing, in whatever order its fields come; other content is a conflict', async () => {
  const code = newCode()
  const sent = order({
    products: [{ code: `${code}-1`, article: 'A', title: 'A', voucherDetails: { a: 1, b: 2 } }],
  })
  await put(code, sent)
  const again = JSON.parse(JSON.stringify(sent, null, 1), (_, value) =>
    value?.constructor === Object ? Object.fromEntries(Object.entries(value).toReversed()) : value,
  )
  expect(await put(code, again)).toMatchObject({ status: 200, body: { version: 1, stored: false } })
  const other = await put(code, { ...sent, status: 'cancelled' })
  expect([other.status, other.body.code]).toEqual([409, 'conflict'])
  expect(await kept()).toMatchObject([{ code, version: 1, body: { status: 'paymentSuccess' } }])
})

test('AA-076 a product’s code never changes its order', async () => {
  const product = { code: newCode(), article: 'A', title: 'A' }
  await put(newCode(), order({ products: [product] }))
  const answer = await put(newCode(), order({ products: [product] }))
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  expect(await kept()).toHaveLength(1)
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

test.each([
  'paymentFailed',
  'verification failed',
  'processing failed',
  'rejected',
  'cancelled',
  'Cancelled',
])('PL-002 a failed or cancelled order (%s) is stored and resets nothing', async state => {
  expect(await put(newCode(), order({ status: state }))).toMatchObject({
    status: 200,
    body: { lastOrderDate: null },
  })
  expect(await kept()).toHaveLength(1)
  expect((await status()).lastOrderDate).toBeNull()
})

test('PL-132 an order removes an earlier delayed date of customer care, and keeps a later one', async () => {
  const delay = (to: string) =>
    updateRows(
      server.ctx.db,
      'customers',
      { account_id: customer.accountId },
      { delayed_deletion_at: new Date(to) },
    )
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

test.each([
  ['the future', { createdAt: '2026-03-31T10:06:00Z' }],
  ['the default of a system', { createdAt: '1970-01-01T00:00:00Z' }],
  ['no date', { createdAt: null }],
  ['a broken date', { createdAt: '2026-02-30T00:00:00Z' }],
  ['no zone', { createdAt: '2026-02-28T00:00:00' }],
  ['an unknown state', { status: 'Ordered' }],
  ['no version', { version: undefined }],
  ['version 0', { version: 0 }],
  ['a version that the database cannot store', { version: 2_147_483_648 }],
  ['an address that is none', { paymentUrl: 'pay here' }],
  ['an unknown field', { price: 3 }],
])('PL-002 %s is refused with 400 and changes nothing', async (_what, more) => {
  const answer = await put(newCode(), order(more))
  expect([answer.status, answer.body.code]).toEqual([400, 'bad-request'])
  expect(Object.keys(answer.body.fields).join()).toMatch(/createdAt|status|body|price|version|paymentUrl/)
  expect(await kept()).toEqual([])
  expect((await status()).lastOrderDate).toBeNull()
})

test('an invalid code is refused, an unknown account is not found', async () => {
  expect((await put('../../etc', order())).status).toBe(400)
  expect((await put(newCode(), order({ accountId: 'nobody' }))).status).toBe(404)
  await updateRows(
    server.ctx.db,
    'customers',
    { account_id: customer.accountId },
    { deleted_at: new Date(), erasing_at: new Date() },
  )
  expect((await put(newCode(), order())).status).toBe(404)
  expect(await kept()).toEqual([])
})
