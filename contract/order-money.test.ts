import { describe, expect, test } from 'vitest'
import { findRefundState, type MoneyFacts, summarizeMoney } from './order-money.ts'
import { at, ORDERS_NOW, orderForTests, productForTests } from './orders.testing.ts'
import type { Order } from './orders.ts'
import type { Refund } from './refunds.ts'

const NOW = Date.parse(ORDERS_NOW)
const refund = (more: Partial<Refund> = {}): Refund => ({
  refundId: JSON.stringify(more),
  amount: 1000,
  at: at(-2),
  state: 'paid',
  reason: 'goodwill',
  ...more,
})
const withdrawal = (state: 'received' | 'confirmed' | 'returned' | 'refunded', code = 'P-1') => ({
  withdrawalId: code,
  reference: 'W',
  state,
  submittedAt: at(-5),
  productCodes: [code],
  isLate: false,
})
const PRODUCTS = ['P-1', 'P-2'].map(code => ({ ...productForTests(code, 'Dispatched'), price: 1500 }))
/** Two products of £15.00 with £9.00 for their delivery, paid. */
const sum = (more: Partial<Order>) =>
  summarizeMoney(orderForTests({ status: 'Dispatched', products: PRODUCTS, ...more }) as MoneyFacts, NOW)

describe('RV-1069 the money of an order', () => {
  test.each<[string, Partial<Order>, Partial<ReturnType<typeof summarizeMoney>>]>([
    ['that is kept', {}, { paid: 3900, owed: 0, remains: 3900 }],
    ['that is not paid', { history: [{ status: 'Received', at: at(-4) }] }, { paid: 0, owed: 0, remains: 0 }],
    [
      'with two refunds',
      { refunds: [refund(), refund({ state: 'announced', amount: 500, at: at(-3) })] },
      { paid: 3900, owed: 0, remains: 2400 },
    ],
    [
      'that was cancelled, with a part of it refunded',
      { status: 'Cancelled', refunds: [refund()] },
      { paid: 3900, owed: 2900, remains: 0 },
    ],
    [
      'that was cancelled unpaid',
      { status: 'Cancelled', history: [], payment: { method: 'card' } },
      { owed: 0 },
    ],
    ['that failed to be paid', { status: 'paymentFailed' }, { owed: 0 }],
    ['with a withdrawal that is not looked at yet', { withdrawals: [withdrawal('received')] }, { owed: 0 }],
    [
      'with an accepted one of a part',
      { withdrawals: [withdrawal('confirmed')] },
      { owed: 1500, remains: 2400 },
    ],
    [
      'with two, the second accepted, which gives back the delivery too',
      {
        withdrawals: [withdrawal('refunded'), withdrawal('returned', 'P-2')],
        refunds: [refund({ reason: 'withdrawal', amount: 1500, productCodes: ['P-1'] })],
      },
      { owed: 2400, remains: 0 },
    ],
    [
      'with one that is paid back',
      {
        withdrawals: [withdrawal('returned')],
        refunds: [refund({ reason: 'withdrawal', amount: 1500 })],
      },
      { owed: 0, remains: 2400 },
    ],
    ['with a credit note', { credited: 700 }, { owed: 700, remains: 3200 }],
    [
      'with a credit note that is paid out in part',
      { credited: 1700, refunds: [refund()] },
      { owed: 700, remains: 2200 },
    ],
    [
      'with a credit note that says it is paid out, beyond its refund',
      { credited: 1700, repaid: 1200, refunds: [refund()] },
      { repaid: 200, owed: 500, remains: 2200 },
    ],
    ['with more credited than was paid', { credited: 9999 }, { owed: 3900, remains: 0 }],
  ])('%s', (_, more, expected) => {
    expect(sum(more)).toMatchObject(expected)
  })

  test('lists refunds in the order of time, with where each is', () => {
    const refunds = [
      refund({ expectedBy: at(3) }),
      refund({ at: at(-9), expectedBy: at(-1) }),
      refund({ at: at(-4), state: 'announced' }),
      refund({ at: at(-30), state: 'announced' }),
    ]
    expect(sum({ refunds }).refunds.map(({ refund: { at: when }, state }) => [when, state])).toEqual([
      [at(-30), 'overdue'],
      [at(-9), 'arrived'],
      [at(-4), 'promised'],
      [at(-2), 'underway'],
    ])
  })
})

test('RV-1068 a refund without a day is on its way for 14 days, to the millisecond', () => {
  const end = Date.parse(at(-2)) + 14 * 86_400_000
  expect([end - 1, end].map(now => findRefundState(refund(), now))).toEqual(['underway', 'arrived'])
  const announced = refund({ state: 'announced' })
  expect([end - 1, end].map(now => findRefundState(announced, now))).toEqual(['promised', 'overdue'])
})
