import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getHistoricalInvoices } from '#contract/invoices.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { getOrders, type Order } from '#contract/orders.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { storeFeed } from '../orders/feeds.ts'
import { upsertOrder } from '../orders/orders.ts'
import { invoiceForTests } from './invoices.testing.ts'
import { upsertInvoice } from './invoices.ts'
import { listContradictions } from './order-facts.testing.ts'

const NOW = '2026-11-22T11:50:00Z'
const DAY = 86_400_000
const [CUSTOMERS, ORDERS] = [10, 100]
const server = closeAfterAll(await testServer({ work: false }))

const at = (days: number) => new Date(Date.parse(NOW) + days * DAY).toISOString()
const day = (days: number) => at(days).slice(0, 10)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const someDays = fc.tuple(fc.integer({ min: -4, max: 40 }), fc.integer({ min: 0, max: 5 }))
const someRefund = fc.record({
  share: fc.integer({ min: 5, max: 40 }),
  state: fc.constantFrom('announced', 'paid'),
  days: fc.integer({ min: -19, max: -1 }),
  expected: maybe(fc.integer({ min: -5, max: 9 })),
})
const someParcel = fc.record({
  expected: maybe(someDays),
  state: fc.constantFrom('sent', 'ready', 'delivered'),
})
const someFacts = fc.record({
  status: fc.constantFrom(
    'Received',
    'Confirmed',
    'ProductionStarted',
    'Dispatched',
    'Cancelled',
    'paymentFailed',
  ),
  total: fc.integer({ min: 1200, max: 9900 }),
  payment: maybe(
    fc.record({
      method: fc.constantFrom('card', 'paypal', 'invoice'),
      paid: fc.boolean(),
      failed: fc.boolean(),
    }),
  ),
  invoice: maybe(
    fc.record({
      gross: maybe(fc.integer({ min: 1200, max: 9900 })),
      paymentStatus: maybe(fc.constantFrom('open', 'paid')),
      method: maybe(fc.constantFrom('card', 'online', 'direct-debit')),
      credited: maybe(fc.constantFrom('part', 'whole')),
    }),
  ),
  refunds: fc.array(someRefund, { maxLength: 2 }),
  parcels: fc.array(someParcel, { maxLength: 2 }),
  dates: maybe(fc.tuple(someDays, someDays)),
})
type Facts = typeof someFacts extends fc.Arbitrary<infer T> ? T : never

const range = ([from, length]: readonly [number, number]) => ({ from: day(from), to: day(from + length) })
/** An invoice over an amount with VAT of 20 % in it. */
function sums(gross: number) {
  const net = gross - Math.round(gross / 6)
  const vat = { category: 'S', rate: 2000 } as const
  return {
    lines: [{ description: 'Prints', quantity: 1, price: net, net, vat }],
    vat: [{ ...vat, taxable: net, tax: gross - net }],
    totals: { lines: net, net, vat: gross - net, gross, due: gross },
  }
}

async function store(accountId: string, code: string, facts: Facts): Promise<void> {
  const products = [1, 2].map(index => ({
    code: `${code}-${index}`,
    article: 'PRINT',
    title: `Print ${index}`,
  }))
  const { payment, invoice } = facts
  await upsertOrder(
    server.ctx,
    code,
    orderForTests(accountId, at(-20), {
      status: facts.status as 'Received',
      products,
      total: { amount: facts.total, currency: 'GBP' },
      vat: [{ rate: 2000, amount: Math.round(facts.total / 10) }],
      paymentUrl: 'https://shop.example/pay',
      paymentExpiresAt: at(2),
      payment: payment && {
        method: payment.method,
        paidAt: payment.paid ? at(-19.9) : undefined,
        failedAt: payment.failed ? at(-19.95) : undefined,
      },
      history: facts.status === 'Cancelled' ? [{ status: 'Cancelled', at: at(-2) }] : [],
      refunds: facts.refunds.map(({ share, state, days, expected }) => ({
        refundId: randomUUID(),
        amount: Math.round((facts.total * share) / 100),
        at: at(days),
        state: state as 'paid',
        reason: 'goodwill',
        expectedBy: expected === undefined ? undefined : at(expected),
      })),
      parcels: facts.parcels.map(({ expected, state }, index) => ({
        number: `${index}`,
        carrier: 'Postline',
        shippedAt: at(-5),
        productCodes: [`${code}-${index + 1}`],
        ...(expected && { expectedFrom: range(expected).from, expectedTo: range(expected).to }),
        ...(state === 'ready' && { pickupReadyAt: at(-1), pickupUntil: at(6) }),
        ...(state === 'delivered' && { deliveredAt: at(-1) }),
      })),
    }),
  )
  if (facts.dates) {
    const dates = facts.dates.map((days, index) => ({
      ...range(days),
      productCodes: [`${code}-${index + 1}`],
    }))
    await storeFeed(server.ctx, 'delivery-dates', code, { version: 1, dates })
  }
  if (!invoice) return
  const { gross = facts.total, paymentStatus, method, credited } = invoice
  const more = { orders: [code], payment: method && { method: method as 'card' }, ...sums(gross) }
  await upsertInvoice(
    server.ctx,
    code,
    invoiceForTests(accountId, { ...more, paymentStatus: paymentStatus as 'open' | undefined }),
  )
  if (!credited) return
  const corrects = [{ number: code, issueDate: '2026-11-20' }]
  const note = {
    ...more,
    ...sums(credited === 'whole' ? gross : 1000),
    kind: 'credit-note',
    corrects,
  } as const
  await upsertInvoice(server.ctx, `${code}-C`, invoiceForTests(accountId, note))
}

/** The days that are told of each product that is to arrive. */
function listTold(order: Order, facts: Facts) {
  return order.products.flatMap(({ code }, index) => {
    const parcel = order.parcels.find(({ productCodes }) => productCodes.includes(code))
    const isOver = parcel && (parcel.deliveredAt ?? parcel.pickupReadyAt)
    const days = (parcel && facts.parcels[index]?.expected) ?? facts.dates?.[index]
    return isOver || !days ? [] : [range(days)]
  })
}

async function check(customer: Client, facts: readonly Facts[]): Promise<string[]> {
  const codes = facts.map(() => `K-${randomUUID()}`)
  for (const [index, each] of facts.entries()) await store(customer.accountId, codes[index]!, each)
  const { superOrders } = await customer.call(getOrders, { query: { Limit: ORDERS } })
  const { historicalInvoices } = await customer.call(getHistoricalInvoices)
  const unpaid = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const query = { state: 'awaiting-payment', limit: 50, ...(cursor && { cursor }) } as const
    const found = await customer.call(searchOrders, { query })
    for (const { superOrderCode } of found.superOrders) unpaid.add(superOrderCode)
    cursor = found.cursor ?? undefined
    if (cursor === undefined) break
  }
  expect(superOrders).toHaveLength(facts.length)
  return superOrders.flatMap(order => {
    const code = order.superOrderCode
    const invoice = historicalInvoices.find(({ invoiceNumber }) => invoiceNumber === code)
    const isOtherVat = invoice && order.vat?.[0]?.amount !== Math.round(invoice.amount / 6)
    const contradictions = listContradictions(order, {
      days: listTold(order, facts[codes.indexOf(code)]!),
      invoice,
      isFoundUnpaid: unpaid.has(code),
      now: Date.parse(NOW),
    })
    return [...contradictions, ...(isOtherVat ? [`the VAT of its invoice: ${code}`] : [])]
  })
}

test('RV-1061 RV-1069 RV-1265 1,000 generated orders say no two things of one fact in answer, page, mails, invoice and search', {
  timeout: 300_000,
}, async () => {
  server.clock.set(NOW)
  const facts = fc.sample(someFacts, { numRuns: CUSTOMERS * ORDERS, seed: 44 })
  const contradictions: string[] = []
  for (let index = 0; index < CUSTOMERS; index++) {
    const customer = await server.customer({ business: true })
    contradictions.push(...(await check(customer, facts.slice(index * ORDERS, (index + 1) * ORDERS))))
  }
  expect(contradictions.slice(0, 10)).toEqual([])
})
