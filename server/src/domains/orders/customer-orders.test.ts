import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/orders.ts'
import { getPhotos } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { storeFeed } from './feeds.ts'
import { upsertOrder } from './orders.ts'

/** The present: uploads expire by the system's clock. */
const NOW = new Date().toISOString()
const HOUR = 3_600_000

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  server.clock.set(NOW)
  customer = await server.customer()
})

/** Stores an order that the customer placed `hours` ago; returns its code. */
async function place(hours: number, more: Parameters<typeof orderForTests>[2] = {}): Promise<string> {
  const code = `K-${randomUUID()}`
  const createdAt = new Date(Date.parse(NOW) - hours * HOUR)
  await upsertOrder(server.ctx, code, orderForTests(customer.accountId, createdAt, more))
  return code
}
const list = async (query: Record<string, unknown> = {}) =>
  (await customer.call(contract.getOrders, { query })).superOrders
const codes = (orders: contract.Order[]) => orders.map(order => order.superOrderCode)
const product = (more: Partial<RetailerOrder['products'][number]> = {}) => ({
  code: `P-${randomUUID()}`,
  article: 'Prints',
  title: '24 prints',
  ...more,
})

test('AA-075 AA-062 the caller’s orders, newest first, in pages by Offset and Limit', async () => {
  const placed = [await place(3), await place(1), await place(2)]
  const newestFirst = [placed[1]!, placed[2]!, placed[0]!]
  expect(codes(await list())).toEqual(newestFirst)
  expect(codes(await list({ Offset: 1, Limit: 1, OrderState: 'notExpired' }))).toEqual([newestFirst[1]])
  expect(codes(await list({ Offset: 3 }))).toEqual([])
  expect(await (await server.customer()).call(contract.getOrders)).toEqual({ superOrders: [], cursor: null })
})

test('AA-075 RV-1105 without a Limit 100 orders are answered, with one up to 500', async () => {
  for (let i = 0; i < 101; i++) await place(i)
  expect(await list()).toHaveLength(100)
  expect(await list({ Limit: 500 })).toHaveLength(101)
})

test.each([
  [{ Offset: -1 }, 'Offset'],
  [{ Offset: 'x' }, 'Offset'],
  [{ Limit: 0 }, 'Limit'],
  [{ Limit: 501 }, 'Limit'],
  [{ OrderState: 'all' }, 'OrderState'],
  [{ limit: 501 }, 'limit'],
  [{ offset: 3 }, 'offset'],
  [{ changedSince: 'yesterday' }, 'changedSince'],
  [{ changedSince: '0000-01-01T00:00:00Z' }, 'changedSince'],
])('AA-075 %j is refused with 400', async (query, field) => {
  const { status, body } = await customer.expectError(contract.getOrders, { query: query as object })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
})

test('AA-075 an unpaid order is left out once its time to pay is over; a paid one stays', async () => {
  const paymentExpiresAt = new Date(Date.parse(NOW) + 60_000).toISOString()
  const unpaid = await place(2, { status: 'Received', paymentExpiresAt })
  const paid = await place(1, { status: 'Confirmed', paymentExpiresAt })
  expect(codes(await list())).toEqual([paid, unpaid])
  server.clock.advance(60_000)
  expect(codes(await list())).toEqual([paid])
  expect((await customer.call(contract.getOrder, { params: { code: unpaid } })).status).toBe('Received')
})

test('AA-076 AA-062 an order with all its fields, by code and by id', async () => {
  await customer.upload('a.jpg', await jpeg())
  await server.idle()
  const [photo] = (await customer.call(getPhotos)).images
  const facts = { quantity: 24, price: 720, voucher: 'THANKS', paymentChangedDate: NOW }
  const prints = product({ photoId: photo!.imageId, ...facts })
  const more = {
    status: 'Dispatched',
    history: [{ status: 'Received', at: NOW }],
    source: 'Resnap',
    products: [prints, product({ photoId: randomUUID(), voucherDetails: { percent: 15 } })],
    parcels: [{ number: '1', carrier: 'Postline', shippedAt: NOW, productCodes: [prints.code] }],
    deliveryAddress: { lastName: 'Keller', street: 'Rosemary Lane', city: 'Bristol', countryCode: 'GB' },
    total: { amount: 1115, currency: 'GBP' },
    deliveryCost: 395,
    paymentUrl: 'https://shop.example/pay',
    addressChangeUntil: NOW,
  } as const satisfies Parameters<typeof orderForTests>[2]
  const code = await place(1, more as never)
  const found = await customer.call(contract.getOrder, { params: { code } })
  expect(found).toMatchObject({
    superOrderCode: code,
    productCount: 2,
    status: 'Dispatched',
    history: more.history,
    source: 'Resnap',
    parcels: more.parcels,
    deliveryAddress: {
      type: 'Home',
      lastName: 'Keller',
      street: 'Rosemary Lane',
      city: 'Bristol',
      countryCode: 'GB',
    },
    total: more.total,
    deliveryCost: 395,
    paymentUrl: 'https://shop.example/pay',
    addressChangeUntil: NOW,
  })
  expect(found.products).toMatchObject([
    { code: prints.code, status: 'Dispatched', ...facts },
    { quantity: 1, picture: null, voucherDetails: { percent: 15 } },
  ])
  expect((await fetch(found.products[0]!.picture!.url)).headers.get('content-type')).toBe('image/jpeg')
})

test('RV-1102 an order has orderCode and code, in every call that reads orders', async () => {
  const codes = [await place(1), await place(2)]
  const { accountId } = customer
  const { superOrders } = await customer.call(contract.getOrders)
  const { orders } = await customer.call(contract.getOrdersByArticles, { params: { accountId } })
  for (const code of codes)
    for (const found of [
      ...[superOrders, orders].map(list => list.find(each => each.superOrderCode === code)),
      await customer.call(contract.getOrder, { params: { code } }),
      await customer.call(contract.getOrderById, { params: { id: code } }),
    ])
      expect(found).toMatchObject({ superOrderCode: code, code })
})

test('AA-076 AA-067 OP-31 an unknown order and a foreign one are not found', async () => {
  const code = await place(1)
  const other = await server.customer()
  for (const [client, wanted] of [
    [customer, 'K-unknown'],
    [other, code],
  ] as const) {
    for (const answer of [
      await client.expectError(contract.getOrder, { params: { code: wanted } }),
      await client.expectError(contract.getOrderById, { params: { id: wanted } }),
    ])
      expect([answer.status, answer.body.message]).toEqual([404, 'Order not found'])
    const { status } = await client.expectError(contract.getDeliveryDates, { params: { orderId: wanted } })
    expect(status).toBe(404)
  }
})

test('OP-31 a photo of another library is no picture of a product', async () => {
  const other = await server.customer()
  await other.upload('a.jpg', await jpeg())
  await server.idle()
  const [photo] = (await other.call(getPhotos)).images
  const code = await place(1, { products: [product({ photoId: photo!.imageId })] })
  expect((await customer.call(contract.getOrder, { params: { code } })).products[0]!.picture).toBeNull()
})

test.each([
  ['Confirmed', ['Dispatched', 'ProductionStarted'], 'ProductionStarted'],
  ['Confirmed', ['Cancelled', 'Dispatched'], 'Dispatched'],
  ['Dispatched', ['Cancelled', 'Cancelled'], 'Dispatched'],
  ['Cancelled', ['Dispatched'], 'Cancelled'],
  ['shipped', [undefined], 'shipped'],
  ['Received', [], 'Received'],
] as const)('AA-059 an order %s with products %j is %s', async (status, statuses, shown) => {
  const products = statuses.map(each => product(each && { status: each }))
  await place(1, { status, products })
  expect((await list())[0]!.status).toBe(shown)
})

test('AA-077 orders by article names, 10 at a time; another account is forbidden', async () => {
  const params = { accountId: customer.accountId }
  const book = await place(2, { products: [product({ article: 'Book' }), product()] })
  const prints = await place(1, { products: [product()] })
  const found = async (...articleNames: string[]) =>
    codes((await customer.call(contract.getOrdersByArticles, { params, query: { articleNames } })).orders)
  expect(await found('Book')).toEqual([book])
  expect(await found('Book', 'Prints')).toEqual([prints, book])
  expect(await found('Mug')).toEqual([])
  for (let i = 3; i < 14; i++) await place(i)
  expect(await found()).toHaveLength(10)
  const accountId = (await server.customer()).accountId
  const { status } = await customer.expectError(contract.getOrdersByArticles, { params: { accountId } })
  expect(status).toBe(403)
})

test('AA-077 AA-082 the articles of a group find its orders', async () => {
  const [{ version } = { version: 0 }] = await listColumns(
    server.ctx.db,
    'order_feeds',
    { feed: 'article-groups' },
    ['version'],
  )
  const sent = [
    { id: 'books', name: 'Books', articleNames: ['Book S', 'Book L'] },
    { id: 'prints', name: 'Prints', articleNames: ['Print'] },
  ]
  await storeFeed(server.ctx, 'article-groups', '', { version: version + 1, articleGroups: sent })
  const large = await place(2, { products: [product({ article: 'Book L' })] })
  const both = await place(1, { products: [product({ article: 'Print' }), product({ article: 'Book S' })] })
  const { articleGroups } = await customer.call(contract.getArticleGroups)
  const params = { accountId: customer.accountId }
  const found = articleGroups.map(({ articleNames }) =>
    customer.call(contract.getOrdersByArticles, { params, query: { articleNames } }),
  )
  expect((await Promise.all(found)).map(({ orders }) => codes(orders))).toEqual([[both, large], [both]])
})

test('AA-080 AA-069 delivery dates of an order, also when they came before it; none are 404', async () => {
  const [code, early] = [await place(1), `K-${randomUUID()}`]
  const datesOf = (orderId: string) => ({ params: { orderId } })
  expect((await customer.expectError(contract.getDeliveryDates, datesOf(code))).status).toBe(404)
  const dates = [{ from: '2026-04-03', to: '2026-04-05', productCodes: [] }]
  await storeFeed(server.ctx, 'delivery-dates', early, { version: 1, dates })
  expect((await customer.expectError(contract.getDeliveryDates, datesOf(early))).status).toBe(404)
  await upsertOrder(server.ctx, early, orderForTests(customer.accountId, NOW))
  expect(await customer.call(contract.getDeliveryDates, datesOf(early))).toEqual({ dates })
  expect((await list()).map(each => [each.superOrderCode, each.hasDeliveryDates])).toEqual([
    [early, true],
    [code, false],
  ])
  await storeFeed(server.ctx, 'delivery-dates', early, { version: 2, dates: [] })
  expect((await list())[0]).toMatchObject({ superOrderCode: early, hasDeliveryDates: false })
})

test('AA-082 AA-070 article groups and campaigns as the order system sent them last; an unknown name is 404', async () => {
  const articleGroups = [{ id: 'books', name: 'Books', articleNames: ['Book'] }]
  await storeFeed(server.ctx, 'article-groups', '', { version: 200, articleGroups })
  expect(await storeFeed(server.ctx, 'article-groups', '', { version: 1, articleGroups: [] })).toEqual({
    version: 200,
    stored: false,
  })
  expect(await customer.call(contract.getArticleGroups)).toEqual({ articleGroups })
  const name = `christmas-${randomUUID()}`
  const campaign = { orderBefore: '2026-12-14T23:00:00Z', occasion: 'christmas' }
  await storeFeed(server.ctx, 'campaign', name, { version: 1, ...campaign })
  expect(await customer.call(contract.getCampaign, { params: { name } })).toEqual({ name, ...campaign })
  const changed = storeFeed(server.ctx, 'campaign', name, { version: 1, orderBefore: NOW })
  await expect(changed).rejects.toMatchObject({ code: 'conflict' })
  expect((await customer.expectError(contract.getCampaign, { params: { name: 'none' } })).status).toBe(404)
})

test('AA-070 an order that awaits payment names the campaign of the brand once the order system has sent it', async () => {
  await place(2)
  await place(1, { status: 'Received' })
  const campaigns = async () => (await list()).map(each => each.campaign)
  expect(await campaigns()).toEqual([undefined, undefined])
  await storeFeed(server.ctx, 'campaign', 'christmas', { version: 1, orderBefore: NOW })
  expect(await campaigns()).toEqual(['christmas', undefined])
})

test('AA-057 new versions and delivery dates are published to open pages, known ones are not', async () => {
  const socket = await openLibrarySocket(server.origin, customer.token)
  const code = await place(1)
  const changed = (message: LibraryPush) => message.type === 'order-changed' && message.orderCode === code
  await socket.next<LibraryPush>(changed)
  const [row] = await list()
  const dates = [{ from: '2026-04-03', to: '2026-04-05', productCodes: [] }]
  await storeFeed(server.ctx, 'delivery-dates', code, { version: 1, dates })
  await socket.next<LibraryPush>(changed)
  const again = orderForTests(customer.accountId, row!.createdAt)
  await upsertOrder(server.ctx, code, again)
  await server.idle()
  expect(socket.received.filter(message => changed(message as LibraryPush))).toHaveLength(2)
  socket.close()
})

test('NX-104 the days that were promised first are kept beside later ones, also after they were taken back', async () => {
  const [one, other] = [product(), product()]
  const code = await place(1, { products: [one, other] })
  const send = (version: number, dates: object[]) =>
    storeFeed(server.ctx, 'delivery-dates', code, { version, dates })
  const range = (from: string, to: string) => ({ from, to })
  const read = async () => [
    (await customer.call(contract.getOrder, { params: { code } })).deliveryDates,
    await customer.call(contract.getDeliveryDates, { params: { orderId: code } }).then(
      ({ dates }) => dates,
      () => undefined,
    ),
  ]
  const first = { ...range('2026-12-01', '2026-12-02'), productCodes: [one.code] }
  await send(1, [first])
  expect(await read()).toEqual([[first], [first]])
  await send(2, [])
  expect(await read()).toEqual([undefined, undefined])
  const later = [
    { ...range('2026-12-08', '2026-12-09'), productCodes: [one.code] },
    { ...range('2026-12-08', '2026-12-10'), productCodes: [other.code] },
  ]
  await send(3, later)
  const shown = [{ ...later[0], promised: range('2026-12-01', '2026-12-02') }, later[1]]
  expect(await read()).toEqual([shown, shown])
})
