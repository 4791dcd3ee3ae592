import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddress, deleteAddress, getAddresses } from '#contract/addresses.ts'
import { getCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getHistoricalInvoices } from '#contract/invoices.ts'
import { putDeliveryAddress } from '#contract/order-changes.ts'
import { findOrderMessage } from '#contract/order-message.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import { getOrder, getOrders, type Order } from '#contract/orders.ts'
import { getVouchers } from '#contract/own-vouchers.ts'
import { getPhotos } from '#contract/photos.ts'
import { getProductPdfs } from '#contract/product-files.ts'
import { createReorder, getReorderStatus } from '#contract/reorders.ts'
import { getStorageStatus } from '#contract/retention.ts'
import { getWidgets } from '#contract/widgets.ts'
import type { Context } from '#server/context.ts'
import { listContradictions } from '#server/domains/invoices/order-facts.testing.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { startServerWithShop } from '../shop/testing/server-with-shop.testing.ts'
import { TestBrowser } from '../shop/testing/test-browser.ts'
import { seedDemoAddresses } from './addresses.ts'
import { DEMO_PASSWORD, findDemoCustomer, OTHER_VENDORS, seedDemoCustomers } from './customers.ts'
import { BOOK_IN_GALLERY, seedDemoGallery } from './gallery.ts'
import { DEMO_ORDERS } from './order-plans.ts'
import { seedDemoOrders } from './orders.ts'
import { retryCalls } from './repetition.ts'
import { signInDemo } from './sign-in.testing.ts'
import { uploadBuffer } from './upload-buffer.ts'

/** The order that prints the products of a reported one again. */
const REPRINTS = 1

let both: Awaited<ReturnType<typeof startServerWithShop>>
let server: TestServer
let demo: Client
let studio: Client
beforeAll(async () => {
  both = await startServerWithShop({ SHOP_PACE: '0.1' })
  server = both.server
  await seedDemoCustomers(server.ctx)
  demo = await signInDemo(server, 'demo@keepsake.test')
  studio = await signInDemo(server, 'studio@keepsake.test')
  for (const client of [demo, studio])
    for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) await client.upload(name, await jpeg())
})
afterAll(() => both.close())

async function listOrders(client = demo): Promise<Order[]> {
  const orders: Order[] = []
  for (;;) {
    const { superOrders } = await client.call(getOrders, { query: { Offset: orders.length } })
    orders.push(...superOrders)
    if (superOrders.length < 100) return orders
  }
}

test('the demo’s orders are complete after a start that was killed and ones without the shop, and the same after others', async () => {
  const { ctx } = server
  await seedDemoOrders({ ...ctx, config: { ...ctx.config, retailer: null } })
  expect(await listOrders()).toEqual([])
  const failing = (call: number, error?: Error): Context => {
    return { ...ctx, retailer: { call: failingFrom(call, ctx.retailer.call, error) } }
  }
  await expect(seedDemoOrders(failing(6))).rejects.toThrow('the process was killed')
  for (const call of [12, 1])
    await expect(seedDemoOrders(failing(call, new RetailerError('unavailable')))).rejects.toThrow(
      RetailerError,
    )
  const some = await listOrders()
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(DEMO_ORDERS.length)
  server.clock.advance(60_000)
  const repetition = { signal: new AbortController().signal, pause: async () => {}, onFailure: () => {} }
  await seedDemoOrders({ ...ctx, retailer: retryCalls(ctx.retailer, repetition) })
  await expect.poll(async () => (await listOrders()).length).toBe(DEMO_ORDERS.length + REPRINTS)
  const orders = await listOrders()
  await expect.poll(async () => (await listOrders(studio)).length).toBe(240)
  server.clock.advance(60_000)
  await seedDemoOrders(ctx)
  // Also without the mark of a completed start.
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-demo-'))
  await seedDemoOrders({ ...ctx, config: { ...ctx.config, dataDir } })
  expect((await listOrders()).map(({ createdAt }) => createdAt)).toEqual(
    orders.map(({ createdAt }) => createdAt),
  )
  expect(await listOrders(studio)).toHaveLength(240)
})

/** Reads what else is said of the orders of a customer. */
async function listContradictionsOf(client: Client): Promise<string[]> {
  const now = server.clock.now().getTime()
  const invoices = client === studio ? (await client.call(getHistoricalInvoices)).historicalInvoices : []
  const unpaid: string[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { state: 'awaiting-payment', limit: 50, ...(cursor && { cursor }) } as const
    const found = await client.call(searchOrders, { query })
    unpaid.push(...found.superOrders.map(({ superOrderCode }) => superOrderCode))
    cursor = found.cursor ?? undefined
    if (cursor === undefined) break
  }
  return (await listOrders(client)).flatMap(order => {
    const named = invoices.filter(({ orders }) => orders.some(({ code }) => code === order.superOrderCode))
    const parcels = order.parcels.flatMap(({ expectedFrom: from, expectedTo: to }) =>
      from && to ? [{ from, to }] : [],
    )
    return listContradictions(order, {
      days: [...(order.deliveryDates ?? []), ...parcels],
      invoice: named.length === 1 && named[0]!.orders.length === 1 ? named[0] : undefined,
      isFoundUnpaid: unpaid.includes(order.superOrderCode),
      now,
    })
  })
}

test('RV-1061 RV-1069 RV-1265 all orders of the demo say no two things of one fact', async () => {
  for (const client of [demo, studio]) expect(await listContradictionsOf(client)).toEqual([])
})

test('NX-158 they say all that an order can say, and the vouchers are ready, used and expired', async () => {
  const read = async () => {
    const now = server.clock.now().getTime()
    return (await listOrders()).map(order => ({
      title: order.products[0]!.title,
      ...findOrderMessage(order, { now, timeZone: 'Europe/London' }),
    }))
  }
  await expect
    .poll(async () => new Set((await read()).map(({ kind }) => kind)))
    .toEqual(
      new Set([
        'payment-failed',
        'payment-failed-over',
        'payment-due',
        'complaint-question',
        'hold-action',
        'hold',
        'refund',
        'withdrawal',
        'complaint-decided',
        'complaint-sent',
        'cancelled',
        'failed',
        'delayed',
        'overdue',
        'late',
        'pickup',
        'partly-sent',
        'delivered',
        'sent',
        'sent-long-ago',
        'ordered',
        'in-production',
      ]),
    )
  // The new print soon arrives at this pace, and its order says no more of it.
  const decisions = (await listOrders())
    .flatMap(({ complaints = [] }) => complaints)
    .flatMap(({ decision }) => decision?.outcome ?? [])
  expect(decisions.toSorted()).toEqual(['declined', 'reprint'])
  const messages = await read()
  expect(messages.find(({ kind }) => kind === 'delayed')).toMatchObject({
    arriving: expect.anything(),
    wasDue: expect.anything(),
  })
  expect(messages.find(({ kind }) => kind === 'withdrawal')).toMatchObject({
    withdrawal: { state: 'confirmed', labelUrl: expect.stringContaining('/label') },
  })
  const { vouchers, counts } = await demo.call(getVouchers)
  expect(counts).toEqual({ ready: 3, ended: 9 })
  const days = (Date.parse(vouchers[0]!.validUntil!) - server.clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(2)
  expect(days).toBeLessThan(3.1)
})

test('AA-088 a map poster that was produced has its PDF', async () => {
  await expect
    .poll(async () => (await demo.call(getProductPdfs)).pdfs.map(({ title }) => title))
    .toContain('The west coast')
  const [first] = (await demo.call(getProductPdfs)).pdfs
  const pdf = await demo.fetch(`${SERVICES.productFiles}/v1/pdf/me/${first!.code}`)
  expect((await pdf.text()).startsWith('%PDF-')).toBe(true)
})

test('they span three years, have all states, several kinds of delivery and countries, and pictures of the library', async () => {
  const orders = await listOrders()
  const states = orders.map(({ status }) => STATES_OF_STATUSES[status as keyof typeof STATES_OF_STATUSES])
  expect(new Set(states)).toEqual(
    new Set([
      'awaiting-payment',
      'ordered',
      'in-production',
      'sent',
      'cancelled',
      'payment-failed',
      'rejected',
    ]),
  )
  const years = (Date.parse(orders[0]!.createdAt) - Date.parse(orders.at(-1)!.createdAt)) / (365 * 86_400_000)
  expect(years).toBeGreaterThan(2.9)
  expect(new Set(orders.map(order => order.deliveryAddress?.countryCode))).toEqual(new Set(['GB', 'DE']))
  expect(new Set(orders.map(order => order.deliveryAddress?.type))).toEqual(new Set(['Home', 'PickupPoint']))
  const withoutPicture = orders.flatMap(({ products }) => products.filter(({ picture }) => picture === null))
  expect(new Set(withoutPicture.map(({ title }) => title))).toEqual(new Set(['Oak frame 30 × 40 cm']))
  for (const { history } of orders)
    expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted())
  expect((await demo.call(getStorageStatus)).status).toBe('safe')
})

/** Orders an order again: the text of the shop's delivery page, and the photos of the basket. */
async function reorder(orderCode: string, client = demo) {
  expect(await client.call(getReorderStatus, { params: { orderCode } })).toMatchObject({
    reorderable: true,
    items: [{ state: 'same' }],
  })
  const { ShopUrl } = await client.call(createReorder, { query: { OrderCode: orderCode } })
  const browser = await new TestBrowser(both.shop.origin).open(new URL(ShopUrl).pathname)
  expect(browser.path).toMatch(/\/delivery$/)
  const { text } = browser
  await browser.open(/href="(\/prints\/[^"]+)"/.exec(browser.html)![1]!)
  return { text, photos: [...browser.html.matchAll(/\/pictures\/([^"]+)"/g)].map(match => match[1]!) }
}

const listPhotoIds = async () => (await demo.call(getPhotos)).images.map(image => image.imageId)

const codeWith = async (status: OrderStatus, client = demo) =>
  (await listOrders(client)).find(order => order.status === status)!.superOrderCode

test('AA-092 the books that were sent have widgets, one of which is in the gallery, also after a killed start', async () => {
  const { ctx } = server
  const widgets = async () => {
    const orderCodes = (await listOrders()).map(order => order.superOrderCode)
    return (await demo.call(getWidgets, { query: { orderCodes } })).widgets
  }
  await expect.poll(async () => (await widgets()).length).toBe(8)
  const clock: Context['clock'] = { ...ctx.clock, now: failingFrom(2, ctx.clock.now) }
  await expect(seedDemoGallery({ ...ctx, clock })).rejects.toThrow('the process was killed')
  await seedDemoGallery(ctx)
  await seedDemoGallery(ctx)
  expect((await widgets()).map(({ title, galleryState }) => [title, galleryState])).toEqual([
    ['A week in the mountains', null],
    ['Balloons over the valley', null],
    ['Tulips', null],
    [BOOK_IN_GALLERY, 'approved'],
    ['By the harbour', null],
    ['Grandpa at eighty', null],
    ['Two cats', null],
    ['Moving in', null],
  ])
})

/** A function that fails from its given call on. */
function failingFrom<Work extends (...given: never[]) => unknown>(
  call: number,
  work: Work,
  error = new Error('the process was killed'),
): Work {
  let calls = 0
  return ((...given) => {
    if (++calls >= call) throw error
    return work(...given)
  }) as Work
}

test('AA-081 a product can be ordered again with its photos', async () => {
  const { text, photos } = await reorder(await codeWith('Confirmed'))
  expect(text).toContain('Summer by the sea')
  expect(photos.toSorted()).toEqual((await listPhotoIds()).toSorted())
  expect((await reorder(await codeWith('Confirmed', studio), studio)).text).toContain('Portraits 239')
})

test('AA-081 prints can be ordered again with their photos, sizes and copies, and not after two years', async () => {
  const { text, photos } = await reorder(await codeWith('Received'))
  expect(text).toContain('36 prints, 10 × 15 cm £6.12')
  expect(photos.toSorted()).toEqual((await listPhotoIds()).toSorted())
  const orderCode = (await listOrders()).at(-1)!.superOrderCode
  expect(await demo.call(getReorderStatus, { params: { orderCode } })).toMatchObject({ reason: 'expired' })
})

test('AA-078 the address of an open one can be changed, which a new version confirms', async () => {
  const code = await codeWith('Confirmed')
  const read = () => demo.call(getOrder, { params: { code } })
  const before = await read()
  expect(Date.parse(before.addressChangeUntil!)).toBeGreaterThan(server.clock.now().getTime())
  const address = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })
  await demo.call(putDeliveryAddress, { params: { code }, body: address })
  await expect.poll(async () => (await read()).addressChange.last?.state).toBe('applied')
  expect(await read()).toMatchObject({ status: 'Confirmed', deliveryAddress: { type: 'Home', ...address } })
})

test('AA-059 an unpaid one moves on once it is paid; the others stay in the states they show', async () => {
  const code = await codeWith('Received')
  const { paymentUrl } = await demo.call(getOrder, { params: { code } })
  const browser = await new TestBrowser(both.shop.origin).open(new URL(paymentUrl!).pathname)
  await browser.submit('', { answer: 'success' })
  const read = () => demo.call(getOrder, { params: { code } })
  await expect.poll(async () => (await read()).status).toBe('Dispatched')
  const others = ['Summer by the sea', 'The west coast', 'Our year']
  const statuses = (await listOrders()).flatMap(({ products, status }) =>
    others.includes(products[0]!.title) ? status : [],
  )
  expect(statuses).toEqual(['Confirmed', 'ProductionStarted', 'ProductionCompleted'])
  const [parcel] = (await read()).parcels
  await browser.open(new URL(parcel!.trackingUrl!).pathname)
  expect(browser.status).toBe(200)
})

test('addresses in two countries, of which deleted ones stay deleted', async () => {
  const { ctx } = server
  await seedDemoAddresses(ctx)
  const { addresses } = await demo.call(getAddresses)
  expect(addresses.map(({ countryCode }) => countryCode).toSorted()).toEqual(['DE', 'GB', 'GB'])
  expect(addresses[0]).toMatchObject({ street: 'Rosemary Lane', isDefault: true })
  await demo.call(deleteAddress, { params: { id: addresses[1]!.id } })
  await seedDemoAddresses(ctx)
  expect((await demo.call(getAddresses)).addresses).toHaveLength(2)
  // As a customer would enter them.
  for (const { id: _, ...address } of addresses) await demo.call(createAddress, { body: address })
  expect((await studio.call(getAddresses)).addresses).toMatchObject([{ companyName: 'Lindholm Studio' }])
})

test('RV-1075 RV-1061 the account of each other vendor has a handful of orders, in its country and currency, that say no two things of one fact', async () => {
  const { ctx, app, origin } = server
  const accounts = []
  for (const { id, country, localHost } of OTHER_VENDORS) {
    const { account_id, email } = (await findDemoCustomer(ctx, 'demo@keepsake.test', id))!
    const host = `http://${localHost}:${new URL(origin).port}`
    const { token } = await Client.signIn(app, host, account_id, email, DEMO_PASSWORD)
    const client = new Client(host, account_id, email, token, [app])
    for (const name of ['one.jpg', 'two.jpg', 'three.jpg'])
      await uploadBuffer(ctx, account_id, name, await jpeg())
    accounts.push({ client, country })
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-demo-'))
  const repetition = { signal: new AbortController().signal, pause: async () => {}, onFailure: () => {} }
  await seedDemoOrders({
    ...ctx,
    config: { ...ctx.config, dataDir },
    retailer: retryCalls(ctx.retailer, repetition),
  })
  expect(accounts.length).toBeGreaterThan(3)
  for (const { client, country } of accounts) {
    await expect.poll(async () => (await listOrders(client)).length).toBe(7)
    const orders = await listOrders(client)
    expect(new Set(orders.map(({ deliveryAddress }) => deliveryAddress?.countryCode))).toEqual(
      new Set([country]),
    )
    expect(new Set(orders.map(({ total }) => total!.currency))).toEqual(
      new Set([country === 'DK' ? 'DKK' : 'EUR']),
    )
    const now = server.clock.now().getTime()
    const kinds = orders.flatMap(order => findOrderMessage(order, { now, timeZone: 'Europe/Berlin' })?.kind)
    expect(kinds.toSorted()).toEqual(
      ['delivered', 'hold-action', 'late', 'partly-sent', 'payment-due', 'sent', 'withdrawal'].toSorted(),
    )
    expect(await listContradictionsOf(client)).toEqual([])
  }
})

test('a business whose details are incomplete', async () => {
  const pending = await signInDemo(server, 'pending@keepsake.test')
  expect(await pending.call(getCustomer)).toMatchObject({ status: 'Default', lastName: null })
})
