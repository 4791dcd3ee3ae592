import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as contract from '#contract/orders.ts'
import { deletePhotos, getPhotos, restorePhotos } from '#contract/photos.ts'
import { deleteRows, insertRows, updateRows } from '../../platform/db/rows.ts'
import { addressForTests } from '../../testing/addresses.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { startSecondServer, testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { getBrandById } from '../brands/index.ts'
import { storeFeed } from './feeds.ts'
import { upsertOrder } from './orders.ts'

const retailer = { url: 'http://localhost:1', token: 'x'.repeat(32), timeoutMs: 1000 }
const server = closeAfterAll(await testServer({ config: { retailer, rateLimits: false } }))
const second = closeAfterAll(await startSecondServer(server, server.ctx.blobs))
/** A process without an answer cache: the answers of the others must be equal. */
const uncached = closeAfterAll(await startSecondServer(server, server.ctx.blobs, { answerCacheBytes: 0 }))

test('RV-502 a list of orders is answered from memory until anything that it shows changes, at two web processes', async () => {
  const customer = await server.customer()
  const { accountId, email, token } = customer
  await customer.upload('one.jpg', await jpeg())
  await server.idle()
  const photoId = (await customer.call(getPhotos)).images[0]!.imageId
  const now = server.clock.now().getTime()
  const instant = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const code = `K-${randomUUID()}`
  const product = { code: `P-${randomUUID()}`, article: 'Prints', title: '24 prints', photoId }
  const order = (version: number, more: object = {}) => ({
    ...orderForTests(accountId, new Date(now - 3_600_000), {
      status: 'Received',
      paymentExpiresAt: instant(5),
      deliveryAddress: { type: 'Home', ...addressForTests() },
      products: [product],
      ...more,
    }),
    version,
  })
  await upsertOrder(server.ctx, code, order(1))
  const unpaid = `K-${randomUUID()}`
  await upsertOrder(server.ctx, unpaid, { ...order(1), products: [] as never, paymentExpiresAt: instant(8) })

  const clients = [server, second, uncached].map(({ origin }) => new Client(origin, accountId, email, token))
  const query = { articleNames: ['Prints'], limit: 10 }
  const read = async (client: Client) => {
    const { superOrders } = await client.call(contract.getOrders)
    const { orders } = await client.call(contract.getOrdersByArticles, { params: { accountId }, query })
    return JSON.stringify([superOrders, orders]).replaceAll(/http:\/\/localhost:\d+/g, '')
  }
  const seen: string[] = []
  const expectAlike = async (changed: string) => {
    const [first, other, truth] = await Promise.all(clients.map(read))
    expect([changed, first, other]).toEqual([changed, truth, truth])
    // Cached now, and the same when it is answered again.
    expect([changed, await read(clients[0]!)]).toEqual([changed, truth])
    expect([changed, seen.includes(truth!)]).toEqual([changed, false])
    seen.push(truth!)
  }
  const { db } = server.ctx
  await expectAlike('nothing')
  await upsertOrder(server.ctx, code, order(2, { addressChangeUntil: instant(3) }))
  await expectAlike('the order')
  const dates = [{ from: '2024-05-03', to: '2024-05-04', productCodes: [] }]
  await storeFeed(server.ctx, 'delivery-dates', code, { version: 1, dates })
  await expectAlike('its delivery dates')
  await storeFeed(server.ctx, 'campaign', getBrandById('keepsake-gb').campaign!, {
    version: 1,
    title: 'Sale',
  })
  await expectAlike('the campaign')
  await customer.call(deletePhotos, { body: { photoIds: [photoId] } })
  await expectAlike('the photo of the product')
  await customer.call(restorePhotos, { body: { photoIds: [photoId] } })
  seen.pop()
  seen.pop()
  await expectAlike('the photo again')
  await insertRows(db, 'order_address_changes', {
    change_id: randomUUID(),
    account_id: accountId,
    order_code: code,
    state: 'requested',
    address: JSON.stringify(addressForTests()),
    previous_address: JSON.stringify({ type: 'Home', ...addressForTests() }),
    refusal: null,
    requested_at: server.clock.now(),
    updated_at: server.clock.now(),
    mailed_at: null,
  })
  await expectAlike('a change of the address')
  await deleteRows(db, 'order_address_changes', { account_id: accountId })
  await updateRows(db, 'customers', { account_id: accountId }, { business_status: 'Blocked' })
  await expectAlike('the block of the account')
  server.clock.set(new Date(now + 3 * 60_000))
  await expectAlike('the end of changes of the address')
  server.clock.set(new Date(now + 5 * 60_000))
  await expectAlike('the end of the first payment')
  server.clock.set(new Date(now + 8 * 60_000))
  await expectAlike('the end of the second payment')
})

test('RV-502 an account that is blocked only while its orders are presented has the answer of an account that is not', async () => {
  const customer = await server.customer()
  const { accountId, email, token } = customer
  const addressChangeUntil = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  const deliveryAddress = { type: 'Home' as const, ...addressForTests() }
  const order = orderForTests(accountId, server.clock.now(), {
    status: 'Received',
    addressChangeUntil,
    deliveryAddress,
  })
  await upsertOrder(server.ctx, `K-${randomUUID()}`, order)
  const setStatus = (business_status: 'Blocked' | null) =>
    updateRows(db, 'customers', { account_id: accountId }, { business_status })
  const { db } = server.ctx
  let isListing = false
  const listings = new WeakSet<object>()
  server.ctx.db = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('"payable_until"')) listings.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (isListing && listings.has(queryId)) {
        isListing = false
        await setStatus('Blocked')
      }
      return result
    },
  })
  const read = async (client: Client) => (await client.call(contract.getOrders)).superOrders
  try {
    isListing = true
    await read(customer)
    expect(isListing).toBe(false)
  } finally {
    server.ctx.db = db
  }
  await setStatus(null)
  const truth = await read(new Client(uncached.origin, accountId, email, token))
  expect(truth).toHaveLength(1)
  expect(await read(customer)).toEqual(truth)
})
