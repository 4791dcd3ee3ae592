import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getHistoricalInvoices } from '#contract/invoices.ts'
import { cancelOrder, putDeliveryAddress } from '#contract/order-changes.ts'
import { findOrderMessage } from '#contract/order-message.ts'
import { summarizeMoney } from '#contract/order-money.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { getOrder, getOrders } from '#contract/orders.ts'
import type { LibraryPush } from '#contract/push.ts'
import { insertRows } from '../../platform/db/rows.ts'
import { addressForTests } from '../../testing/addresses.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { upsertOrder } from '../orders/orders.ts'
import { invoiceForTests, invoiceGroupForTests } from './invoices.testing.ts'
import { upsertInvoice, upsertInvoiceGroup } from './invoices.ts'

let customer: Client
let order: string
let number: string
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  server.clock.set('2026-11-22T11:50:00Z')
  customer = await server.customer({ business: true })
  order = `K-${randomUUID()}`
  number = `R-${randomUUID().slice(0, 13)}`
})

const PAID_AT = '2026-11-20T10:01:00Z'
const CARD = { method: 'card', lastDigits: '4242', paidAt: PAID_AT } as const
type Parts = NonNullable<Parameters<typeof orderForTests>[2]>

/** An order of £111.00 with £16.00 of VAT, as the invoice of tests. */
async function place(more: Parts = {}, code = order): Promise<void> {
  const products = [{ code: `${code}-1`, article: 'PRINT', title: 'A print', price: 11_100 }]
  const parts: Parts = {
    products,
    status: 'Received',
    total: { amount: 11_100, currency: 'GBP' },
    vat: [{ rate: 2000, amount: 1600 }],
    ...more,
  }
  await upsertOrder(server.ctx, code, orderForTests(customer.accountId, '2026-11-20T10:00:00Z', parts))
}
const bill = (more: Parameters<typeof invoiceForTests>[1] = {}, name = number) =>
  upsertInvoice(server.ctx, name, invoiceForTests(customer.accountId, { orders: [order], ...more }))
const read = () => customer.call(getOrder, { params: { code: order } })
const find = async (state: 'awaiting-payment' | 'ordered') =>
  (await customer.call(searchOrders, { query: { state } })).superOrders.map(each => each.superOrderCode)

/** The invoice of tests with one item of £42.00, VAT of 20 % included. */
const PART = {
  lines: [{ description: 'Prints', quantity: 1, price: 3500, net: 3500, vat: { category: 'S', rate: 2000 } }],
  vat: [{ category: 'S', rate: 2000, taxable: 3500, tax: 700 }],
  totals: { lines: 3500, net: 3500, vat: 700, gross: 4200, due: 4200 },
} satisfies Parameters<typeof bill>[0]
const credit = (more: Parameters<typeof bill>[0] = {}) =>
  bill({ kind: 'credit-note', corrects: [{ number, issueDate: '2026-11-20' }], ...more }, `${number}-C`)

describe('RV-1061 an issued invoice decides', () => {
  test('VAT and total, whichever of both comes first', async () => {
    const wrong: Parts = { vat: [{ rate: 2000, amount: 841 }], total: { amount: 12_000, currency: 'GBP' } }
    const right = { vat: [{ rate: 2000, amount: 1600 }], total: { amount: 11_100, currency: 'GBP' } }
    await place(wrong)
    expect(await read()).toMatchObject(wrong)
    await bill()
    expect(await read()).toMatchObject(right)
    await place({ ...wrong, version: 2 })
    expect(await read()).toMatchObject(right)
    expect((await customer.call(getOrders, { query: {} })).superOrders[0]).toMatchObject(right)
  })

  test('not one whose figures are wrong, nor one of other orders', async () => {
    const { lines } = PART
    await place()
    await bill({ lines })
    await bill({ ...PART, orders: ['K-other'] }, `${number}-2`)
    const { vat, payment } = await read()
    expect([vat, payment]).toEqual([[{ rate: 2000, amount: 1600 }], undefined])
  })

  test.each([
    ['open, against a payment', CARD, 'open', 'credit-transfer', { method: 'bank-transfer' }],
    ['paid, without a day', { method: 'card' }, 'paid', 'online', { method: 'card' }],
    ['paid, as the order says', CARD, 'paid', 'card', CARD],
    ['not known', CARD, undefined, 'online', CARD],
    ['open, on account', { method: 'invoice' }, 'open', 'credit-transfer', { method: 'invoice' }],
    ['by card, not by transfer', { method: 'bank-transfer' }, 'paid', 'card', { method: 'card' }],
    [
      'by transfer, as the order says',
      { method: 'bank-transfer' },
      'open',
      'credit-transfer',
      { method: 'bank-transfer' },
    ],
    ['by another method', { method: 'paypal' }, 'open', 'direct-debit', { method: 'direct-debit' }],
  ] as const)('the payment: %s', async (_, payment, paymentStatus, method, shown) => {
    await place({ payment })
    const iban = method === 'credit-transfer' ? { iban: 'GB82WEST12345698765432' } : {}
    await bill({ paymentStatus, payment: { method, ...iban } })
    const found = await read()
    expect([found.payment, found.paymentStatus]).toEqual([shown, paymentStatus])
  })

  test('that it awaits no payment, and open pages and the search know it', async () => {
    const paymentExpiresAt = '2026-11-22T11:51:00Z'
    await place({ paymentExpiresAt })
    const socket = await openLibrarySocket(server.origin, customer.token)
    await bill({ paymentStatus: 'open' })
    expect([(await read()).status, await find('awaiting-payment'), await find('ordered')]).toEqual([
      'Received',
      [order],
      [],
    ])
    await bill({ paymentStatus: 'paid', version: 2 })
    await socket.next<LibraryPush>(message => message.type === 'order-changed' && message.orderCode === order)
    expect([(await read()).status, await find('awaiting-payment'), await find('ordered')]).toEqual([
      'Confirmed',
      [],
      [order],
    ])
    // Orders that were not paid in time are left out.
    server.clock.set('2026-11-22T11:51:01Z')
    expect((await customer.call(getOrders, { query: {} })).superOrders).toHaveLength(1)
  })

  test('whether an order whose payment failed can be cancelled or sent elsewhere, at the call as on its page', async () => {
    const failed: Parts = {
      status: 'paymentFailed',
      paymentUrl: 'https://pay.keepsake.test/1',
      paymentExpiresAt: '2026-11-22T11:49:00Z',
      cancelUntil: '2026-11-23T11:50:00Z',
      deliveryAddress: { type: 'Home', ...addressForTests() },
    }
    await place(failed)
    const params = { code: order }
    const listReasons = async () => {
      const { cancellation, addressChange } = await read()
      const cancel = { params, body: { cancellationId: randomUUID() } }
      const move = { params, body: addressForTests({ streetNumber: '48' }) }
      return [
        [cancellation?.blockedBy, (await customer.expectError(cancelOrder, cancel)).body.reason],
        [addressChange.blockedBy, (await customer.expectError(putDeliveryAddress, move)).body.reason],
      ]
    }
    expect(await listReasons()).toEqual([
      ['cancelled', 'cancelled'],
      ['order-failed', 'order-failed'],
    ])
    await bill({ paymentStatus: 'paid' })
    // This installation has no retailer, which is asked last.
    expect(await listReasons()).toEqual([
      ['not-available', 'not-available'],
      ['not-available', 'not-available'],
    ])
    await insertRows(server.ctx.db, 'order_address_changes', {
      change_id: randomUUID(),
      account_id: customer.accountId,
      order_code: order,
      state: 'sent',
      address: JSON.stringify(addressForTests({ streetNumber: '48' })),
      previous_address: JSON.stringify(failed.deliveryAddress),
      requested_at: server.clock.now(),
      updated_at: server.clock.now(),
    })
    await place({ ...failed, version: 2 })
    expect((await read()).addressChange.last?.state).toBe('sent')
    await bill({ paymentStatus: 'open', version: 2 })
    await place({ ...failed, version: 3 })
    expect((await read()).addressChange.last).toMatchObject({ state: 'refused', refusal: 'cancelled' })
  })

  test('of several only where they are the whole order', async () => {
    await place({ total: { amount: 15_300, currency: 'GBP' } })
    await bill()
    await bill(PART, `${number}-2`)
    expect(await read()).toMatchObject({ total: { amount: 15_300 }, vat: [{ rate: 2000, amount: 2300 }] })
    await place({ total: { amount: 20_000, currency: 'GBP' }, version: 2 })
    expect(await read()).toMatchObject({ total: { amount: 20_000 }, vat: [{ rate: 2000, amount: 1600 }] })
  })

  test('of several orders only whether it is paid', async () => {
    await place({ payment: CARD })
    const orders = [order, 'K-other']
    const group = { number, orders, paymentStatus: 'open' } as const
    await upsertInvoiceGroup(server.ctx, `G-${number}`, invoiceGroupForTests(customer.accountId, group))
    expect(await read()).toMatchObject({
      vat: [{ amount: 1600 }],
      payment: { method: 'card' },
    })
    expect((await read()).payment).not.toHaveProperty('paidAt')
  })

  test('what it takes back: a whole one is credited, another one after it decides', async () => {
    await place({ payment: CARD })
    await bill({ paymentStatus: 'paid' })
    await credit({ ...PART, paymentStatus: 'open' })
    expect(await read()).toMatchObject({ credited: 4200, paymentStatus: 'paid' })
    await credit({ version: 2, paymentStatus: 'open' })
    expect(await read()).toMatchObject({
      credited: 11_100,
      paymentStatus: 'credited',
      payment: { paidAt: PAID_AT },
    })
    const { historicalInvoices } = await customer.call(getHistoricalInvoices)
    expect(historicalInvoices.find(each => each.invoiceNumber === number)?.paymentStatus).toBe('credited')
    await bill({ ...PART, paymentStatus: 'paid' }, `${number}-2`)
    expect(await read()).toMatchObject({ total: { amount: 4200 }, paymentStatus: 'paid' })
  })

  test('that a credited order was paid, and what its credit note has paid out is not owed', async () => {
    await place({ payment: { method: 'invoice' } })
    await bill({ paymentStatus: 'paid' })
    expect((await read()).status).toBe('Confirmed')
    const moment = { now: server.clock.now().getTime(), timeZone: 'Europe/London' }
    const readMoney = async () => {
      const found = await read()
      return [found.status, summarizeMoney(found, moment.now).owed]
    }
    await credit({ paymentStatus: 'open' })
    expect(await readMoney()).toEqual(['Confirmed', 11_100])
    expect(await find('awaiting-payment')).toEqual([])
    await place({ payment: { method: 'invoice' }, status: 'Cancelled', version: 2 })
    expect(findOrderMessage(await read(), moment)).toMatchObject({ wasCharged: true, rest: 11_100 })
    await credit({ version: 2, paymentStatus: 'paid' })
    expect(await readMoney()).toEqual(['Cancelled', 0])
    expect(findOrderMessage(await read(), moment)).toMatchObject({ wasCharged: undefined, rest: 0 })
  })

  test('an order that an invoice named before awaits its payment again', async () => {
    await place({ paymentExpiresAt: '2026-11-23T11:50:00Z' })
    const later = { paymentStatus: 'paid', availableFrom: '2026-11-24T00:00:00Z' } as const
    await bill(later)
    expect(await find('awaiting-payment')).toEqual([])
    await bill({ ...later, orders: ['K-other'], version: 2 })
    expect([(await read()).status, await find('awaiting-payment')]).toEqual(['Received', [order]])
  })

  test('whose first invoice a credit note without orders takes back is paid as its second one is', async () => {
    await place({ total: { amount: 15_300, currency: 'GBP' } })
    await bill({ paymentStatus: 'open' })
    await bill({ ...PART, paymentStatus: 'paid' }, `${number}-2`)
    expect(await find('awaiting-payment')).toEqual([order])
    await credit({ orders: [] })
    expect([(await read()).status, await find('awaiting-payment')]).toEqual(['Confirmed', []])
  })

  test('the currency: amounts in another one are left out', async () => {
    await place({
      total: { amount: 11_100, currency: 'EUR' },
      deliveryCost: 395,
      discounts: [{ name: 'Welcome', amount: 395 }],
    })
    await bill()
    const { total, products, ...shown } = await read()
    expect([total, products[0]!.price]).toEqual([{ amount: 11_100, currency: 'GBP' }, undefined])
    for (const name of ['deliveryCost', 'discounts', 'refunds']) expect(shown).not.toHaveProperty(name)
  })
})

test.each([
  ['Received', { paidAt: PAID_AT }, 'Confirmed'],
  ['paymentPending', { paidAt: PAID_AT }, 'Confirmed'],
  ['paymentFailed', { paidAt: PAID_AT, failedAt: '2026-11-20T10:00:59Z' }, 'Confirmed'],
  ['paymentFailed', { paidAt: PAID_AT, failedAt: '2026-11-20T10:01:01Z' }, 'paymentFailed'],
  ['Received', {}, 'Received'],
  ['Cancelled', { paidAt: PAID_AT }, 'Cancelled'],
  ['Dispatched', { paidAt: PAID_AT }, 'Dispatched'],
] as const)(
  'RV-1061 an order that is %s with %j is %s, and so are its products',
  async (status, payment, shown) => {
    await place({ status, payment: { method: 'card', ...payment } })
    const found = await read()
    expect([found.status, found.products[0]!.status]).toEqual([shown, shown])
  },
)
