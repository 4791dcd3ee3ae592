import { expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { isFailedStatus, ORDER_STATUSES } from '#contract/order-status.ts'
import { getOrder } from '#contract/orders.ts'
import { findRow, listValues } from '../../platform/db/rows.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { putAsService } from '../../testing/service-calls.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { storeFeed } from './feeds.ts'
import { upsertOrder } from './orders.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const server = closeAfterAll(
  await testServer({
    work: false,
    config: { rateLimits: false, serviceTokens: [{ name: 'shop', token: TOKEN }] },
  }),
)

/** Sends a state as the order system does. */
const put = (path: string, body: object) =>
  putAsService(server, TOKEN, `${SERVICES.orders}/retailer/${path}`, body)

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

test('AA-062 AA-075 a process that dies at any step of storing a version has stored all of it or nothing', async () => {
  const { accountId } = await server.customer()
  const { db, clock } = server.ctx
  const code = 'C-1'
  const createVersion = (version: number) =>
    orderForTests(accountId, clock.now(), { version, products: [productForTests(`${code}-${version}`)] })
  await upsertOrder(server.ctx, code, createVersion(1))
  for (let steps = 0, version: number | undefined; version !== 2; steps++) {
    const { ctx, hasCrashed } = crashAfter(server.ctx, steps)
    await upsertOrder(ctx, code, createVersion(2)).catch(error => {
      if (!hasCrashed()) throw error
    })
    version = (await findRow(db, 'orders', { code }, ['version']))?.version
    expect(await listValues(db, 'order_products', { order_code: code }, 'code')).toEqual([
      `${code}-${version}`,
    ])
  }
})

const CODES = ['K-1', 'K-2', 'K-3']
const ROUNDS = 25

/** Statements that failed because of a lock; those of deadlocks are repeated, so that no caller sees them. */
async function countLockFailures(): Promise<number> {
  const text = await server.ctx.metrics.render()
  return Number(/database_query_errors_total\{[^}]*reason="locked"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0)
}

// The embedded database has one connection, so that only PostgreSQL can fail it.
test('NX-441 versions, delivery dates and invoices of orders that come at once wait for each other, and none is a deadlock', async () => {
  const { ctx } = server
  const { accountId } = await server.customer()
  const products = (code: string) => [productForTests(`${code}-1`)]
  const sendOrder = (code: string, version: number) =>
    upsertOrder(
      ctx,
      code,
      orderForTests(accountId, '2026-11-01T00:00:00Z', {
        version,
        source: `v${version}`,
        products: products(code),
      }),
    )
  const sendDates = (code: string, version: number) => {
    const dates = [{ from: '2026-12-01', to: `2026-12-${10 + (version % 10)}`, productCodes: [`${code}-1`] }]
    return storeFeed(ctx, 'delivery-dates', code, { version, dates })
  }
  const sendInvoice = (code: string, version: number) => {
    const paymentStatus = version % 2 ? 'open' : 'paid'
    const more = { version, orders: CODES, pdf: 'supplied', paymentStatus } as const
    return upsertInvoice(ctx, `I-${code}`, invoiceForTests(accountId, more))
  }
  for (const code of CODES) await sendOrder(code, 1)
  const before = await countLockFailures()
  for (let version = 2; version < ROUNDS; version++)
    await Promise.all(
      CODES.flatMap(code => [sendDates(code, version), sendOrder(code, version), sendInvoice(code, version)]),
    )
  expect((await countLockFailures()) - before).toBe(0)
})
