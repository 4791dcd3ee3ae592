import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddress, deleteAddress, getAddresses } from '#contract/addresses.ts'
import { getCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import { getOrder, getOrders, type Order, putDeliveryAddress } from '#contract/orders.ts'
import { getPhotos } from '#contract/photos.ts'
import { getProductPdfs } from '#contract/product-files.ts'
import { createReorder, getReorderStatus } from '#contract/reorders.ts'
import { getStorageStatus } from '#contract/retention.ts'
import { getWidgets } from '#contract/widgets.ts'
import type { Context } from '#server/context.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { startServerWithShop } from '../shop/testing/server-with-shop.testing.ts'
import { TestBrowser } from '../shop/testing/test-browser.ts'
import { seedDemoAddresses } from './addresses.ts'
import { DEMO_PASSWORD, type DemoEmail, findDemoCustomer, seedDemoCustomers } from './customers.ts'
import { BOOK_IN_GALLERY, seedDemoGallery } from './gallery.ts'
import { seedDemoOrders } from './orders.ts'

let both: Awaited<ReturnType<typeof startServerWithShop>>
let server: TestServer
let demo: Client
let studio: Client
beforeAll(async () => {
  both = await startServerWithShop({ SHOP_PACE: '0.1' })
  server = both.server
  await seedDemoCustomers(server.ctx)
  demo = await signIn('demo@keepsake.test')
  studio = await signIn('studio@keepsake.test')
  for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) {
    await demo.upload(name, await jpeg())
    await studio.upload(name, await jpeg())
  }
})
afterAll(() => both.close())

async function signIn(email: DemoEmail): Promise<Client> {
  const { account_id } = (await findDemoCustomer(server.ctx, email))!
  return Client.signIn(server.app, server.origin, account_id, email, DEMO_PASSWORD)
}

async function ordersOf(client: Client): Promise<Order[]> {
  const orders: Order[] = []
  for (;;) {
    const { superOrders } = await client.call(getOrders, { query: { Offset: orders.length } })
    orders.push(...superOrders)
    if (superOrders.length < 100) return orders
  }
}

/** A context whose retailer fails from the given call on. */
function failingAt(ctx: Context, call: number, error: Error): Context {
  let calls = 0
  const retailer: Context['retailer'] = {
    async call(...given) {
      if (++calls >= call) throw error
      return ctx.retailer.call(...given)
    },
  }
  return { ...ctx, retailer }
}

test('the demo’s orders are complete after a killed start and one without the shop, and the same after others', async () => {
  const { ctx } = server
  await seedDemoOrders({ ...ctx, config: { ...ctx.config, retailer: null } })
  expect(await ordersOf(demo)).toEqual([])
  await expect(seedDemoOrders(failingAt(ctx, 6, new Error('the process was killed')))).rejects.toThrow()
  const away = (call: number) => failingAt(ctx, call, new RetailerError('unavailable'))
  for (const call of [12, 1]) await expect(seedDemoOrders(away(call))).rejects.toThrow(RetailerError)
  const some = await ordersOf(demo)
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(14)
  server.clock.advance(60_000)
  await seedDemoOrders(ctx)
  const orders = await ordersOf(demo)
  expect(orders).toHaveLength(14)
  expect(await ordersOf(studio)).toHaveLength(240)
  server.clock.advance(60_000)
  await seedDemoOrders(ctx)
  // Also without the mark of a completed start.
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-demo-'))
  await seedDemoOrders({ ...ctx, config: { ...ctx.config, dataDir } })
  expect((await ordersOf(demo)).map(({ createdAt }) => createdAt)).toEqual(
    orders.map(({ createdAt }) => createdAt),
  )
  expect(await ordersOf(studio)).toHaveLength(240)
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
  const orders = await ordersOf(demo)
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
  expect(orders.flatMap(order => order.products).every(product => product.picture !== null)).toBe(true)
  for (const { history } of orders)
    expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted())
  expect((await demo.call(getStorageStatus)).status).toBe('safe')
})

/** Orders an order again: the text of the shop's delivery page, and the photos of the basket. */
async function reorder(client: Client, orderCode: string) {
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

const photosOf = async (client: Client) => (await client.call(getPhotos)).images.map(image => image.imageId)

const codeWith = async (client: Client, status: OrderStatus) =>
  (await ordersOf(client)).find(order => order.status === status)!.superOrderCode

test('AA-092 the books that were sent have widgets, one of which is in the gallery, also after a killed start', async () => {
  const { ctx } = server
  const widgets = async () => {
    const orderCodes = (await ordersOf(demo)).map(order => order.superOrderCode)
    return (await demo.call(getWidgets, { query: { orderCodes } })).widgets
  }
  await expect.poll(async () => (await widgets()).length).toBe(3)
  const clock: Context['clock'] = { ...ctx.clock, now: failingFrom(2, ctx.clock.now) }
  await expect(seedDemoGallery({ ...ctx, clock })).rejects.toThrow('the process was killed')
  await seedDemoGallery(ctx)
  await seedDemoGallery(ctx)
  expect((await widgets()).map(({ title, galleryState }) => [title, galleryState])).toEqual([
    [BOOK_IN_GALLERY, 'approved'],
    ['Grandpa at eighty', null],
    ['Moving in', null],
  ])
})

/** A function that fails from its given call on. */
function failingFrom<T>(call: number, work: () => T): () => T {
  let calls = 0
  return () => {
    if (++calls >= call) throw new Error('the process was killed')
    return work()
  }
}

test('AA-081 a product can be ordered again with its photos', async () => {
  for (const client of [demo, studio]) {
    const { text, photos } = await reorder(client, await codeWith(client, 'Confirmed'))
    expect(text).toContain(client === demo ? 'Summer by the sea' : 'Portraits 239')
    expect(photos.toSorted()).toEqual((await photosOf(client)).toSorted())
  }
})

test('AA-081 prints can be ordered again with their photos, sizes and copies, and not after two years', async () => {
  const { text, photos } = await reorder(demo, await codeWith(demo, 'Received'))
  expect(text).toContain('36 prints, 10 × 15 cm £6.12')
  expect(photos.toSorted()).toEqual((await photosOf(demo)).toSorted())
  const orderCode = (await ordersOf(demo)).at(-1)!.superOrderCode
  expect(await demo.call(getReorderStatus, { params: { orderCode } })).toMatchObject({ reason: 'expired' })
})

test('AA-078 the address of an open one can be changed, which a new version confirms', async () => {
  const code = await codeWith(demo, 'Confirmed')
  const read = () => demo.call(getOrder, { params: { code } })
  const before = await read()
  expect(Date.parse(before.addressChangeUntil!)).toBeGreaterThan(server.clock.now().getTime())
  const address = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })
  await demo.call(putDeliveryAddress, { params: { code }, body: address })
  await expect.poll(async () => (await read()).addressChange.last?.state).toBe('applied')
  expect(await read()).toMatchObject({ status: 'Confirmed', deliveryAddress: { type: 'Home', ...address } })
})

test('AA-059 an unpaid one moves on once it is paid; the others stay in the states they show', async () => {
  const code = await codeWith(demo, 'Received')
  const { paymentUrl } = await demo.call(getOrder, { params: { code } })
  const browser = await new TestBrowser(both.shop.origin).open(new URL(paymentUrl!).pathname)
  await browser.submit('', { result: 'success' })
  const read = () => demo.call(getOrder, { params: { code } })
  await expect.poll(async () => (await read()).status).toBe('Dispatched')
  expect((await ordersOf(demo)).slice(1, 4).map(({ status }) => status)).toEqual([
    'Confirmed',
    'ProductionStarted',
    'ProductionCompleted',
  ])
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

test('a business whose details are incomplete', async () => {
  const pending = await signIn('pending@keepsake.test')
  expect(await pending.call(getCustomer)).toMatchObject({ status: 'Default', lastName: null })
})
