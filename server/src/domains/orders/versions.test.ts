import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { isFailedStatus, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { getDeliveryDates, getOrder, getOrders } from '#contract/orders.ts'
import { getStorageStatus } from '#contract/retention.ts'
import { findRow } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { testServer } from '../../testing/harness.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { storeFeed } from './feeds.ts'
import { upsertOrder } from './orders.ts'

/** ORDER_STEPS makes the random run longer, ORDER_SEED another one. */
const STEPS = Number(process.env.ORDER_STEPS ?? 300)
const SEED = Number(process.env.ORDER_SEED ?? 20_261_122)
const CUSTOMERS = 5
const ORDERS = 40
const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const server = closeAfterAll(
  await testServer({
    work: false,
    config: { rateLimits: false, serviceTokens: [{ name: 'shop', token: TOKEN }] },
  }),
)

/** Sends a state as the order system does. */
async function put(path: string, body: object): Promise<{ status: number; body: Receipt }> {
  const response = await fetch(new URL(`${SERVICES.orders}/retailer/${path}`, server.origin), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

interface Receipt {
  version: number
  stored: boolean
  lastOrderDate?: string | null
}

test('AA-062 RV-214 shipped, then a late paymentPending, is sent; Confirmed is a status; two prints have two codes', async () => {
  const customer = await server.customer()
  const createdAt = server.clock.now().toISOString()
  const prints = { article: 'PRINT-10X15-GLOSSY', title: '24 prints' }
  const products = [{ ...prints, code: 'RV-1-1' }]
  const order = { accountId: customer.accountId, createdAt, products }
  const read = (code: string) => customer.call(getOrder, { params: { code } })

  expect(await put('orders/RV-1', { ...order, version: 5, status: 'shipped' })).toMatchObject({ status: 200 })
  const late = await put('orders/RV-1', { ...order, version: 2, status: 'paymentPending' })
  expect(late).toMatchObject({ status: 200, body: { version: 5, stored: false } })
  expect((await read('RV-1')).status).toBe('shipped')

  const confirmed = { ...order, version: 1, status: 'Confirmed', products: [{ ...prints, code: 'RV-2-1' }] }
  expect(await put('orders/RV-2', confirmed)).toMatchObject({ status: 200, body: { stored: true } })
  expect((await read('RV-2')).status).toBe('Confirmed')

  // The same article once more is another product; the same code is refused, in one order and in two.
  const another = (products: object[]) => put('orders/RV-3', { ...confirmed, products })
  expect((await another([{ ...prints, code: 'RV-2-1' }])).status).toBe(409)
  expect((await another([1, 2].map(() => ({ ...prints, code: 'RV-3-1' })))).status).toBe(400)
  expect((await another([1, 2].map(n => ({ ...prints, code: `RV-3-${n}` })))).status).toBe(200)
  expect((await read('RV-3')).products.map(({ code, article }) => [code, article])).toEqual([
    ['RV-3-1', prints.article],
    ['RV-3-2', prints.article],
  ])
})

test('AA-059 AA-061 OP-65 each of the twenty statuses is taken, of an order and of its product', async () => {
  const customer = await server.customer()
  const order = { version: 1, accountId: customer.accountId, createdAt: server.clock.now().toISOString() }
  for (const [index, status] of ORDER_STATUSES.entries()) {
    const code = `S-${index}`
    const product = { code: `${code}-1`, article: 'PRINT', title: '24 prints', status }
    for (const sent of [
      { ...order, status, products: [{ ...product, status: undefined }] },
      { ...order, version: 2, status: 'Received', products: [product] },
    ]) {
      expect([status, (await put(`orders/${code}`, sent)).status]).toEqual([status, 200])
      // The status of an order whose only product failed is its own.
      const hasProductFailed = sent.version === 2 && isFailedStatus(status)
      const shown = await customer.call(getOrder, { params: { code } })
      expect(shown.status).toBe(hasProductFailed ? 'Received' : status)
      expect(shown.products.map(each => each.status)).toEqual([status])
    }
  }
})

test(`AA-062 AA-075 AA-080 ${STEPS} random steps of versions of ${ORDERS} orders, repeated, in disorder, with processes that end, leave the highest of each`, {
  timeout: 60_000 + STEPS * 200,
}, async () => {
  const random = createRandom(SEED)
  const retailer = await startRetailer(random)
  for (let step = 0; step < STEPS; ) {
    const batch = Math.min(1 + random.integer(4), STEPS - step)
    await retailer.sendAtOnce(batch)
    await retailer.checkLastOrderDates()
    step += batch
  }
  await retailer.sendUnacknowledged()
  expect(await retailer.findDifferences()).toEqual([])
  const counts = retailer.counts()
  expect(counts.ends).toBeGreaterThan(STEPS * 0.03)
  expect(counts.late).toBeGreaterThan(STEPS * 0.05)
  expect(counts.repeated).toBeGreaterThan(STEPS * 0.1)
})

/** A version of an order or of its delivery dates. */
interface Version {
  feed: 'orders' | 'deliveryDates'
  order: ModelOrder
  body: Record<string, unknown> & { version: number }
}

interface ModelOrder {
  code: string
  customer: Client
  createdAt: string
  /** By feed, in the sequence of their creation. */
  versions: Record<Version['feed'], Version[]>
}

/** An order system that loses answers: a version is sent until it is acknowledged, in whatever order, and again at times. */
async function startRetailer(random: Random) {
  const customers: Client[] = []
  for (let i = 0; i < CUSTOMERS; i++) customers.push(await server.customer())
  const now = server.clock.now().getTime()
  const orders = Array.from(
    { length: ORDERS },
    (_, i): ModelOrder => ({
      code: `M-${SEED}-${i}`,
      customer: random.pick(customers),
      createdAt: new Date(now - random.integer(400) * 86_400_000 - i).toISOString(),
      versions: { orders: [], deliveryDates: [] },
    }),
  )
  const unacknowledged = new Set<Version>()
  const acknowledged: Version[] = []
  const lastDates = new Map<string, number>()
  const counts = { ends: 0, late: 0, repeated: 0 }

  const create = (): Version => {
    const order = random.pick(orders)
    const feed = random.chance(0.8) ? 'orders' : 'deliveryDates'
    const versions = order.versions[feed]
    const version = (versions.at(-1)?.body.version ?? 0) + 1 + random.integer(3)
    const body = feed === 'orders' ? orderBody(random, order) : datesBody(random)
    const created = { feed, order, body: { version, ...body } } as const
    versions.push(created)
    unacknowledged.add(created)
    return created
  }
  const choose = (): Version => {
    if (acknowledged.length > 0 && random.chance(0.2)) return random.pick(acknowledged)
    if (unacknowledged.size === 0 || random.chance(0.6)) create()
    return random.pick([...unacknowledged])
  }
  const send = async (sent: Version): Promise<void> => {
    const { status, body } = await put(`${sent.feed}/${sent.order.code}`, sent.body)
    expect([sent.order.code, sent.body.version, status]).toEqual([sent.order.code, sent.body.version, 200])
    expect(body.version).toBeGreaterThanOrEqual(sent.body.version)
    if (body.version > sent.body.version) counts.late++
    else if (!body.stored) counts.repeated++
  }
  const acknowledge = (version: Version) => {
    if (unacknowledged.delete(version)) acknowledged.push(version)
  }
  return {
    async sendAtOnce(versions: number) {
      // All are chosen first, so that random choices do not depend on the sequence of the answers.
      const sent = Array.from({ length: versions }, () => ({
        version: choose(),
        endsAfter: random.chance(0.05) ? random.integer(10) : undefined,
      }))
      await Promise.all(
        sent.map(({ version, endsAfter }) =>
          endsAfter === undefined ? send(version) : endDuring(version, endsAfter),
        ),
      )
      counts.ends += sent.filter(({ endsAfter }) => endsAfter !== undefined).length
      for (const { version, endsAfter } of sent) if (endsAfter === undefined) acknowledge(version)
    },
    async sendUnacknowledged() {
      for (const version of random.sample([...unacknowledged], 1)) await send(version)
    },
    async checkLastOrderDates() {
      const accounts = customers.map(({ accountId }) => accountId)
      const rows = await server.ctx.db
        .selectFrom('customers')
        .select(['account_id', 'last_order_at'])
        .where('account_id', 'in', accounts)
        .execute()
      for (const { account_id, last_order_at } of rows) {
        const date = last_order_at?.getTime() ?? 0
        expect(date).toBeGreaterThanOrEqual(lastDates.get(account_id) ?? 0)
        lastDates.set(account_id, date)
      }
    },
    counts: () => counts,
    async findDifferences() {
      const found: unknown[] = []
      for (const customer of customers) {
        const own = orders.filter(order => order.customer === customer)
        found.push(...(await differencesOf(customer, own)))
      }
      return found
    },
  }
}

function orderBody(random: Random, { code, customer, createdAt }: ModelOrder): object {
  const products = Array.from({ length: 1 + random.integer(3) }, (_, i) => ({
    code: `${code}-${i}`,
    article: random.pick(['PRINT', 'BOOK', 'POSTER']),
    title: `Title ${random.integer(1000)}`,
    ...(random.chance(0.5) ? { status: random.pick(ORDER_STATUSES) } : {}),
  }))
  return { accountId: customer.accountId, createdAt, status: random.pick(ORDER_STATUSES), products }
}

const datesBody = (random: Random): object => ({
  dates: random.chance(0.2)
    ? []
    : [{ from: '2026-12-01', to: `2026-12-1${random.integer(10)}`, productCodes: [] }],
})

/** The process ends after some steps of storing the version; nobody receives its answer. */
async function endDuring({ feed, order, body }: Version, steps: number): Promise<void> {
  const { ctx, hasCrashed } = crashAfter(server.ctx, steps)
  const { version, ...rest } = body
  const storing =
    feed === 'orders'
      ? upsertOrder(ctx, order.code, orderForTests(order.customer.accountId, order.createdAt, body))
      : storeFeed(ctx, 'delivery-dates', order.code, { version, ...rest })
  await storing.catch(error => {
    if (!hasCrashed()) throw error
  })
}

/** Differences between the customer's orders and their highest versions. */
async function differencesOf(customer: Client, orders: readonly ModelOrder[]): Promise<unknown[]> {
  const found: unknown[] = []
  const { superOrders } = await customer.call(getOrders)
  const wanted = orders.filter(({ versions }) => versions.orders.length > 0)
  const newestFirst = wanted.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const listed = superOrders.map(({ superOrderCode }) => superOrderCode)
  if (listed.join() !== newestFirst.map(({ code }) => code).join()) found.push({ listed })
  for (const order of wanted) {
    const highest = order.versions.orders.at(-1)!.body
    const row = await findRow(server.ctx.db, 'orders', { code: order.code }, ['version', 'body'])
    const { accountId, version, ...body } = orderForTests(customer.accountId, order.createdAt, highest)
    if (row?.version !== version) found.push({ code: order.code, version, stored: row?.version })
    else if (!isDeepStrictEqual(row.body, JSON.parse(JSON.stringify(body)))) found.push({ body, row })
    const products = await server.ctx.db
      .selectFrom('order_products')
      .select(['code', 'article'])
      .where('order_code', '=', order.code)
      .orderBy('code')
      .execute()
    const codes = body.products.map(({ code, article }) => ({ code, article }))
    if (!isDeepStrictEqual(products, codes)) found.push({ code: order.code, products })
    found.push(...(await datesDifference(customer, order)))
  }
  const dates = await customer.call(getStorageStatus)
  const range = lastOrderRange(wanted)
  const last = dates.lastOrderDate ? Date.parse(dates.lastOrderDate) : 0
  if (last < range.least || last > range.most) found.push({ last, range })
  return found
}

async function datesDifference(customer: Client, { code, versions }: ModelOrder): Promise<unknown[]> {
  const wanted = (versions.deliveryDates.at(-1)?.body.dates ?? []) as unknown[]
  const call = { params: { orderId: code } }
  const { hasDeliveryDates } = await customer.call(getOrder, { params: { code } })
  if (hasDeliveryDates !== wanted.length > 0) return [{ code, hasDeliveryDates }]
  if (wanted.length === 0) return []
  const { dates } = await customer.call(getDeliveryDates, call)
  return isDeepStrictEqual(dates, wanted) ? [] : [{ code, dates, wanted }]
}

/**
 * An order counts for the date if the stored version had not failed: the highest version certainly was stored, others
 * perhaps.
 */
function lastOrderRange(orders: readonly ModelOrder[]): { least: number; most: number } {
  const counts = ({ body }: Version) => !isFailedStatus(body.status as OrderStatus)
  const latest = (counted: (order: ModelOrder) => boolean) =>
    Math.max(0, ...orders.filter(counted).map(({ createdAt }) => Date.parse(createdAt)))
  return {
    least: latest(({ versions }) => counts(versions.orders.at(-1)!)),
    most: latest(({ versions }) => versions.orders.some(counts)),
  }
}
