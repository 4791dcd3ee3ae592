import { afterAll, beforeAll, expect, test } from 'vitest'
import { getHistoricalInvoices, type HistoricalInvoice } from '#contract/invoices.ts'
import type { Context } from '#server/context.ts'
import { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { DEMO_PASSWORD, findDemoCustomer, seedDemoCustomers } from './customers.ts'
import { seedDemoInvoices } from './invoices.ts'
import { seedDemoOrders } from './orders.ts'

let server: TestServer
beforeAll(async () => {
  // Without workers: the PDFs are made after the start.
  server = await testServer({ work: false })
  await seedDemoCustomers(server.ctx)
  await seedDemoOrders(server.ctx)
})
afterAll(() => server.close())

async function listInvoices(): Promise<HistoricalInvoice[]> {
  const email = 'studio@keepsake.test'
  const { account_id } = (await findDemoCustomer(server.ctx, email))!
  const studio = await Client.signIn(server.app, server.origin, account_id, email, DEMO_PASSWORD)
  return (await studio.call(getHistoricalInvoices)).historicalInvoices
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
  await expect(seedDemoInvoices(killedAt(server.ctx, 90))).rejects.toThrow('the process was killed')
  server.clock.advance(2 * 86_400_000)
  await seedDemoInvoices(server.ctx)
  await seedDemoInvoices(server.ctx)
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
  expect(invoices.every(({ orders, kind }) => orders[0]!.isKnown || kind === 'invoice')).toBe(true)
  const credits = counts.get('credit-note')!
  for (const { corrects, amount } of credits) {
    const corrected = invoices.find(({ invoiceNumber }) => invoiceNumber === corrects[0])!
    expect([corrected.kind, corrected.amount]).toEqual(['invoice', -amount])
  }
})
