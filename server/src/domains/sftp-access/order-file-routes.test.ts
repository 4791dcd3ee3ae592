import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getOrderFile, putOrderFile } from '#contract/order-file-calls.ts'
import { ORDER_FILES_MAX } from '#contract/order-files.ts'
import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import { insertRows, updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { createKeyForTests } from '../api-keys/api-keys.testing.ts'
import { upsertOrder } from '../orders/orders.ts'
import { startSftpServer } from './connection/sftp-server.ts'
import { connectSftp } from './sftp-access.testing.ts'

let business: Client
let key: string
let product: string
const retailer = closeAfterAll(await startRetailerServer())
const server = closeAfterAll(
  await testServer({
    config: { sftp: { port: 0 }, rateLimits: false, retailer: retailer.settings },
  }),
)
const door = closeAfterAll(await startSftpServer(server.ctx))
beforeEach(async () => {
  retailer.received.length = 0
  retailer.on(placeOrderFile, () => ({ answer: { orderCodes: ['P-1', 'P-2'] } }))
  business = await server.customer({ business: true })
  key = (await createKeyForTests(business, { scopes: ['order-files:write'] })).key
  const order = `F-${randomUUID().slice(0, 8)}`
  product = `${order}-1`
  const products = [{ code: product, article: 'STUDIO-PACK', title: 'Studio pack' }]
  await upsertOrder(server.ctx, order, orderForTests(business.accountId, server.clock.now(), { products }))
})

/** Makes a call with the key; resolves with status and body. */
async function callWithKey(method: 'PUT' | 'GET', name: string, body?: object): Promise<[number, unknown]> {
  const path = `${SERVICES.sftpAccess}/v1/order-files/${encodeURIComponent(name)}`
  const response = await fetch(new URL(path, server.origin), {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return [response.status, await response.json()]
}
const orderOf = (reference: string, code = product) => ({ reference, products: [{ code, copies: 2 }] })

test('NX-342 an order file sent with a key becomes an order, once, and is the file of SFTP', async () => {
  const name = '2026-11-27_A-1.json'
  const [status, sent] = await callWithKey('PUT', name, orderOf('A-1'))
  expect([status, sent]).toMatchObject([200, { name, state: 'waiting' }])
  await server.idle()
  expect(await callWithKey('GET', name)).toMatchObject([
    200,
    { state: 'ordered', orderCodes: ['P-1', 'P-2'] },
  ])
  await callWithKey('PUT', name, orderOf('A-1'))
  await server.idle()
  expect(retailer.received).toHaveLength(1)
  expect(retailer.received[0]!.body).toMatchObject({
    accountId: business.accountId,
    reference: 'A-1',
    products: [{ code: product, copies: 2 }],
  })
  const { password } = await business.call(createSftpPassword)
  const session = await connectSftp(door.port, business.accountId, password)
  expect(await session.list('/orders')).toEqual([name, `${name}.ordered.txt`])
  await session.close()
})

test('NX-342 a file that is no order says why, and changes nothing at the retailer', async () => {
  expect(await callWithKey('PUT', 'a.json', { reference: '', products: [] })).toMatchObject([
    400,
    { fields: { reference: 'empty', products: 'too-few' } },
  ])
  expect(await callWithKey('PUT', 'b.json', orderOf('B-1', 'of-nobody'))).toMatchObject([
    200,
    { state: 'refused', issues: { 'products.0.code': 'unknown' } },
  ])
  await callWithKey('PUT', 'c.json', orderOf('C-1'))
  const other = { ...orderOf('C-1'), products: [{ code: product, copies: 3 }] }
  expect(await callWithKey('PUT', 'd.json', other)).toMatchObject([
    200,
    { state: 'refused', issues: { reference: 'conflict' } },
  ])
  for (const name of ['orders.txt', '.json', 'a.json.error.txt', 'a/b.json', '../a.json'])
    expect([name, (await callWithKey('PUT', name, orderOf('E-1')))[0]]).toEqual([name, 400])
  expect((await callWithKey('GET', 'unknown.json'))[0]).toBe(404)
  await server.idle()
  expect(retailer.received).toHaveLength(1)
})

test('NX-342 a blocked business orders nothing, and the number of files is limited', async () => {
  const call = (name: string) => business.expectError(putOrderFile, { params: { name }, body: orderOf(name) })
  const setStatus = (business_status: 'Active' | 'Blocked') =>
    updateRows(server.ctx.db, 'customers', { account_id: business.accountId }, { business_status })
  await setStatus('Blocked')
  expect((await call('blocked.json')).body.reason).toBe('blocked')
  await setStatus('Active')
  await insertRows(
    server.ctx.db,
    'order_files',
    Array.from({ length: ORDER_FILES_MAX }, (_, i) => ({
      account_id: business.accountId,
      name: `${i}.txt`,
      content: Buffer.from(''),
      is_complete: true,
      modified_at: server.clock.now(),
    })),
  )
  expect((await call('more.json')).body.reason).toBe('too-many-files')
  const { status } = await business.expectError(getOrderFile, { params: { name: 'more.json' } })
  expect(status).toBe(404)
  expect(retailer.received).toEqual([])
})
