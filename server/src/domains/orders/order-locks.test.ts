import { expect, test } from 'vitest'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { storeFeed } from './feeds.ts'
import { upsertOrder } from './orders.ts'

const server = closeAfterAll(await testServer({ work: false, config: { rateLimits: false } }))
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
