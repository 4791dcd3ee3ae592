import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as callbacks from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { getManifest, getManifestOfMonth } from '#contract/manifest.ts'
import { getOrder, getOrders } from '#contract/orders.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { createRandom } from '../../testing/random.ts'
import { readPages } from '../../testing/read-pages.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { createKeyForTests } from '../api-keys/api-keys.testing.ts'
import { upsertOrder } from '../orders/orders.ts'
import { startReceiver } from './callbacks.testing.ts'

const DAY = 86_400_000
const DAYS_OFF = 14
const EVENTS = 5000
const ORDERS = 300
const params = { id: 'default' }

const receiver = closeAfterAll(await startReceiver())
const outbound = closeAfterAll(createOutbound({ allowedOrigins: [receiver.origin], timeoutMs: 3000 }))
const server = closeAfterAll(await testServer({ outbound, config: { rateLimits: false } }))

test('NX-439 NX-442 NX-443 an ERP that was off for two weeks catches up, and is rebuilt from nothing', async () => {
  const { pick } = createRandom(20261201)
  const business = await server.customer({ business: true })
  await business.call(patchCustomer, { body: { ftp: { callbackUrl: `${receiver.origin}/erp` } } })
  await business.call(callbacks.patchEndpoint, { params, body: { state: 'off' } })
  const since = server.clock.now().toISOString()

  // Numbers and versions of the newest event of each order, as the retailer knows them.
  const newest = new Map<string, { number: number; version: number; createdAt: Date }>()
  const codes = Array.from({ length: ORDERS }, (_, i) => `ERP-${i}`)
  for (let number = 1; number <= EVENTS; number++) {
    server.clock.advance((DAYS_OFF * DAY) / EVENTS)
    const code = codes[number - 1] ?? pick(codes)
    const ordered = server.clock.now().getTime() - (number % 6) * 30 * DAY
    const { version = 0, createdAt = new Date(ordered) } = newest.get(code) ?? {}
    newest.set(code, { number, version: version + 1, createdAt })
    const order = orderForTests(business.accountId, createdAt, { version: version + 1 })
    await upsertOrder(server.ctx, code, order)
  }
  await server.idle()
  expect(receiver.received).toEqual([])

  const owner = await server.signIn({ ...business, business: true })
  await owner.call(callbacks.enableEndpoint, { params })
  const body = { since }
  const recovered = await owner.call(callbacks.recoverEndpoint, { params, body })
  expect(recovered).toEqual({ events: EVENTS, deliveries: ORDERS })
  await server.idle()
  const received = receiver.received.map(each => JSON.parse(each.body))
  const expected = [...newest].map(([code, { number }]) => ({ code, number }))
  expect(received.map(({ number, data }) => ({ code: data.orderCode, number }))).toEqual(
    expected.toSorted((one, other) => one.number - other.number),
  )
  expect(await owner.call(callbacks.recoverEndpoint, { params, body })).toEqual({ events: 0, deliveries: 0 })

  const { key } = await createKeyForTests(owner, { scopes: ['orders:read'] })
  const system = new Client(server.origin, owner.accountId, '', key)
  const pages = await readPages(next =>
    system.call(getOrders, { query: { changedSince: since, limit: 100, ...next } }),
  )
  const rebuilt = new Map(pages.flatMap(page => page.superOrders).map(order => [order.code, order.version]))
  expect(rebuilt).toEqual(new Map([...newest].map(([code, { version }]) => [code, version])))

  const altered = pick(codes)
  rebuilt.set(altered, newest.get(altered)!.version - 1)
  const { months } = await system.call(getManifest)
  const differing = months.filter(({ month, hash }) => {
    const lines = [...rebuilt]
      .filter(([code]) => newest.get(code)!.createdAt.toISOString().startsWith(month))
      .map(([code, version]) => `order ${code} ${version}\n`)
    return hash !== createHash('sha256').update(lines.toSorted().join('')).digest('hex')
  })
  expect(months.length).toBeGreaterThan(5)
  expect(differing.map(({ month }) => month)).toEqual([
    newest.get(altered)!.createdAt.toISOString().slice(0, 7),
  ])
  const { items } = await system.call(getManifestOfMonth, { params: { month: differing[0]!.month } })
  const [found, ...others] = items.filter(({ id, version }) => rebuilt.get(id) !== version)
  expect([found!.id, others]).toEqual([altered, []])
  const order = await system.call(getOrder, { params: { code: found!.id } })
  expect(order.version).toBe(newest.get(altered)!.version)
})
