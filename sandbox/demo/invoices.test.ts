import { afterAll, beforeAll, expect, test } from 'vitest'
import { getHistoricalInvoices, type HistoricalInvoice } from '#contract/invoices.ts'
import type { Context } from '#server/context.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { DEMO_PASSWORD, findDemoCustomer, seedDemoCustomers } from './customers.ts'
import { seedDemoInvoices } from './invoices.ts'
import { planStudioOrders } from './order-plans.ts'

const EMAIL = 'studio@keepsake.test'
/** As the shop answers them. */
const ORDERS = planStudioOrders().map(({ key }, index) => ({
  code: `P-${key}`,
  products: [
    {
      article: index % 3 ? 'STUDIO-PACK-100' : 'BOOK-28X28-48',
      title: key,
      quantity: 2,
      price: 9001 + index,
    },
  ],
  total: 9001 + index + 249,
}))

let server: TestServer
let studio: Customer
beforeAll(async () => {
  // Without workers: the PDFs are made after the start.
  server = await testServer({ work: false })
  await seedDemoCustomers(server.ctx)
  studio = (await findDemoCustomer(server.ctx, EMAIL))!
})
afterAll(() => server.close())

async function listInvoices(): Promise<HistoricalInvoice[]> {
  const { app, origin } = server
  const client = await Client.signIn(app, origin, studio.account_id, EMAIL, DEMO_PASSWORD)
  return (await client.call(getHistoricalInvoices)).historicalInvoices
}

/** A context that ends, like a killed process, at the given change of the database. */
function killedAt(ctx: Context, change: number): Context {
  let changes = 0
  const now = () => {
    if (++changes > change) throw new Error('the process was killed')
    return ctx.clock.now()
  }
  return { ...ctx, clock: { ...ctx.clock, now } }
}

test('AA-084 the demo’s studio has 260 invoices, 4 credit notes and 2 collective ones, also after a start that was killed', async () => {
  await expect(seedDemoInvoices(killedAt(server.ctx, 90), studio, ORDERS)).rejects.toThrow(
    'the process was killed',
  )
  server.clock.advance(2 * 86_400_000)
  await seedDemoInvoices(server.ctx, studio, ORDERS)
  await seedDemoInvoices(server.ctx, studio, ORDERS)
  const invoices = await listInvoices()
  const counts = Map.groupBy(invoices, ({ kind }) => kind)
  expect(Object.fromEntries([...counts].map(([kind, { length }]) => [kind, length]))).toEqual({
    invoice: 260,
    'credit-note': 4,
    collective: 2,
  })
  // None failed: all figures agree.
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['announced']))
  expect(invoices.filter(({ availableFrom }) => availableFrom)).toEqual([invoices[0]])
  expect(new Set(invoices.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(266)
  expect(invoices.filter(({ orders }) => orders[0]!.code.startsWith('P-')).length).toBeGreaterThan(200)
  const statuses = Map.groupBy(invoices, ({ paymentStatus }) => paymentStatus)
  expect(statuses.get('open')!.length).toBeGreaterThan(10)
  expect(statuses.get('credited')).toHaveLength(4)
  // The credit note of an invoice that is still open pays nothing back.
  expect(statuses.get(undefined)!.map(({ kind }) => kind)).toEqual(['credit-note'])
  const credits = counts.get('credit-note')!
  for (const { corrects, amount } of credits) {
    const corrected = invoices.find(({ invoiceNumber }) => invoiceNumber === corrects[0])!
    expect([corrected.kind, corrected.amount]).toEqual(['invoice', -amount])
  }
})
