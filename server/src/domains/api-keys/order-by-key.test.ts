import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { replaceApiKey } from '#contract/api-keys.ts'
import { createSecret } from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { startReceiver } from '../callbacks/callbacks.testing.ts'
import { upsertOrder } from '../orders/orders.ts'
import { createKeyForTests } from './api-keys.testing.ts'
import { remindOwners } from './index.ts'

const receiver = closeAfterAll(await startReceiver())
const outbound = closeAfterAll(createOutbound({ allowedOrigins: [receiver.origin] }))
const server = closeAfterAll(await testServer({ outbound, config: { rateLimits: false } }))

test('NX-343 a business that receives order.changed reads the order with its key, also while the key is replaced', async () => {
  const business = await server.customer({ business: true })
  await business.call(patchCustomer, { body: { ftp: { callbackUrl: `${receiver.origin}/erp` } } })
  const { secret } = await business.call(createSecret, { body: {} })
  const created = await createKeyForTests(business, { scopes: ['orders:read'] })
  const stranger = await createKeyForTests(await server.customer({ business: true }))
  let { key } = created

  /** What the business's system does with each callback. */
  const readOrders = async (bearer: string) => {
    const orders: (Order | number)[] = []
    for (const { headers, body } of receiver.received.splice(0)) {
      const { data } = new Webhook(secret).verify(body, headers as Record<string, string>) as {
        data: { orderCode: string }
      }
      const path = `${SERVICES.orders}/v1/superorders/${data.orderCode}`
      const response = await fetch(new URL(path, server.origin), {
        headers: { authorization: `Bearer ${bearer}` },
      })
      orders.push(response.ok ? ((await response.json()) as Order) : response.status)
    }
    return orders
  }
  const changeOrder = async (version: number, status: 'paymentSuccess' | 'Cancelled') => {
    const products = [productForTests('P-1')]
    const order = orderForTests(business.accountId, server.clock.now(), { version, status, products })
    await upsertOrder(server.ctx, 'K-343', order)
    await server.idle()
  }

  await changeOrder(1, 'paymentSuccess')
  expect(await readOrders(key)).toMatchObject([{ superOrderCode: 'K-343', status: 'paymentSuccess' }])
  const params = { id: created.id }
  const replaced = await business.call(replaceApiKey, { params, body: { overlapHours: 24 } })
  await changeOrder(2, 'Cancelled')
  const [event] = receiver.received
  expect(await readOrders(key)).toMatchObject([{ status: 'Cancelled' }])
  key = replaced.key
  receiver.received.push(event!)
  expect(await readOrders(key)).toMatchObject([{ status: 'Cancelled' }])
  receiver.received.push(event!)
  expect(await readOrders(stranger.key)).toEqual([404])
})

test('NX-344 a business’s system is told of a key that ends in 30 days', async () => {
  const business = await server.customer({ business: true })
  const callbackUrl = `${receiver.origin}/erp`
  await business.call(patchCustomer, { body: { ftp: { callbackUrl, callbackFormat: 'JSON' } } })
  const { id, expiresAt } = await createKeyForTests(business, { name: 'ERP live', days: 90 })
  receiver.received.length = 0
  server.clock.advance(60 * 24 * 60 * 60_000)
  await remindOwners(server.ctx)
  await server.idle()
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  expect(bodies.filter(({ data }) => data.customer === business.accountId)).toMatchObject([
    { type: 'api-key.expiring', data: { keyId: id, name: 'ERP live', expiresAt } },
  ])
})
