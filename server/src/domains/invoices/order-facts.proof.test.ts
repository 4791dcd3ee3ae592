import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getHistoricalInvoices } from '#contract/invoices.ts'
import { summarizeMoney } from '#contract/order-money.ts'
import { isPaid } from '#contract/order-payment.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { findState } from '#contract/order-status.ts'
import { isPayable } from '#contract/order-waiting.ts'
import { getOrders, type Order } from '#contract/orders.ts'
import { formatOrderDays } from '#locales/order-days.ts'
import { ASSORTMENT } from '#web/domains/merchandise/merchandise.testing.ts'
import { describeOrderMessage } from '#web/domains/orders/message/describe-message.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { storeFeed } from '../orders/feeds.ts'
import { createEventTexts, describeEvent } from '../orders/order-mails/jobs.ts'
import { listOrderEvents } from '../orders/order-mails/order-events.ts'
import { upsertOrder } from '../orders/orders.ts'
import { invoiceForTests } from './invoices.testing.ts'
import { upsertInvoice } from './invoices.ts'

const NOW = '2026-11-22T11:50:00Z'
const DAY = 86_400_000
const MOMENT = { now: Date.parse(NOW), timeZone: 'Europe/London' }
const READER = { locale: 'en-GB', ...MOMENT }
const [CUSTOMERS, ORDERS] = [10, 100]
const server = closeAfterAll(await testServer({ work: false }))
const texts = textsForTests()

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

/** Lists what the answer, the page, the mails, the invoice and the search say of an order that cannot be true together. */
function listContradictions(
  order: Order,
  facts: Facts,
  {
    invoice,
    isFoundUnpaid,
  }: { invoice: { amount: number; paymentStatus?: string | undefined } | undefined; isFoundUnpaid: boolean },
): string[] {
  const { kind, view } = describeOrderMessage({ order, texts, assortment: ASSORTMENT, now: MOMENT.now })
  const page = [view.heading, ...view.sentences].join('\n')
  const money = summarizeMoney(order, MOMENT.now)
  const refunded = money.refunds.reduce((sum, { refund }) => sum + refund.amount, 0)
  const state = findState(order.status)
  const isUnpaid = state === 'awaiting-payment' || state === 'payment-failed'
  const mailTexts = createEventTexts(getTranslator('en-GB'), READER, order)
  const mails = listOrderEvents(order, MOMENT).map(event => ({ event, ...describeEvent(mailTexts, event) }))
  const codes = order.products.map(({ code }) => code)
  const told = codes.map((code, index) => {
    const parcel = order.parcels.find(({ productCodes }) => productCodes.includes(code))
    const isOver = parcel && (parcel.deliveredAt ?? parcel.pickupReadyAt)
    const expected = parcel && facts.parcels[index]?.expected
    const days = expected ?? facts.dates?.[index]
    return isOver || !days ? undefined : range(days)
  })
  const known = told.flatMap(days => (days ? formatOrderDays(READER, days) : []))
  const joined = told.flatMap(days => days ?? [])
  if (joined.length === 2)
    known.push(
      formatOrderDays(READER, {
        from: joined.map(({ from }) => from).toSorted()[0]!,
        to: joined.map(({ to }) => to).toSorted()[1]!,
      }),
    )
  const arrivals = [...page.matchAll(/rriving ([^.:\n]*\d[^.:\n]*)/g)].map(([, dates]) => dates!)
  const is: [string, boolean][] = [
    ['the total of its invoice', !invoice || order.total?.amount === invoice.amount],
    ['the VAT of its invoice', !invoice || order.vat?.[0]?.amount === Math.round(invoice.amount / 6)],
    ['the payment of its invoice', !invoice || order.paymentStatus === invoice.paymentStatus],
    ['open without a day of payment', order.paymentStatus !== 'open' || order.payment?.paidAt === undefined],
    ['nothing to be paid once it is paid', !isPaid(order) || (!isUnpaid && !kind.startsWith('payment'))],
    ['found as the page says', isFoundUnpaid === (isUnpaid && isPayable(order, MOMENT.now))],
    [
      'a sum',
      money.paid === 0 || refunded > money.paid || money.paid === refunded + money.owed + money.remains,
    ],
    ['days that were told', arrivals.every(dates => known.includes(dates))],
    [
      'refunds of the mails on the page',
      mails.every(
        ({ event }) =>
          event.kind !== 'order-refund' ||
          money.refunds.some(({ refund }) => refund.refundId === event.message.refund.refundId),
      ),
    ],
    [
      'one heading of its only refund',
      kind !== 'refund' ||
        order.refunds?.length !== 1 ||
        mails.every(({ event, subject }) => event.kind !== 'order-refund' || subject === view.heading),
    ],
    [
      'what is still to come in mail and page',
      mails.every(
        ({ event, sentences }) =>
          event.kind !== 'order-refund' ||
          event.message.isOver ||
          sentences.join(' ').includes('is still to come') === money.owed > 0,
      ) &&
        (kind !== 'refund' ||
          page.includes(`${moneyLabel(texts, money.owed, 'GBP')} is still to come`) === money.owed > 0),
    ],
  ]
  return is.flatMap(([fact, holds]) =>
    holds
      ? []
      : `${fact}: ${JSON.stringify({ facts, page, arrivals, known, status: order.status, paymentStatus: order.paymentStatus })}`,
  )
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
    cursor = found.next
    if (cursor === undefined) break
  }
  expect(superOrders).toHaveLength(facts.length)
  return superOrders.flatMap(order => {
    const code = order.superOrderCode
    const invoice = historicalInvoices.find(({ invoiceNumber }) => invoiceNumber === code)
    return listContradictions(order, facts[codes.indexOf(code)]!, {
      invoice,
      isFoundUnpaid: unpaid.has(code),
    })
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
