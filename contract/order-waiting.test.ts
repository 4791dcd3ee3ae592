import { expect, test } from 'vitest'
import { findOrderGroup } from './order-group.ts'
import { ORDER_SCENARIOS } from './order-scenarios.testing.ts'
import { findOpenMatter, hasFailed } from './order-waiting.ts'
import { at, ORDERS_NOW, orderForTests, parcelForTests } from './orders.testing.ts'
import type { Order } from './orders.ts'

const NOW = Date.parse(ORDERS_NOW)
const PAY = { paymentUrl: 'https://shop.example/pay', paymentExpiresAt: at(1) }
const withdrawal = (
  state: 'received' | 'confirmed' | 'returned' | 'refunded' | 'rejected',
): Partial<Order> => ({
  status: 'Dispatched',
  ...parcelForTests({ deliveredAt: at(-2) }),
  withdrawals: [
    { withdrawalId: 'w', reference: 'W-1', state, submittedAt: at(-1), productCodes: ['P-1'], isLate: false },
  ],
})
const complaint = (state: 'question' | 'in-review' | 'decided'): Partial<Order> => ({
  status: 'Dispatched',
  ...parcelForTests({ deliveredAt: at(-2) }),
  complaints: [{ complaintId: 'c', state, productCodes: ['P-1'], submittedAt: at(-1), updatedAt: at(-1) }],
})

test.each<[string, Partial<Order>, string | undefined]>([
  ['that awaits payment', { status: 'paymentPending', ...PAY }, 'payment'],
  ['that awaits payment without a page', { status: 'Received' }, 'payment'],
  [
    'whose time to pay is over',
    { status: 'paymentPending', ...PAY, paymentExpiresAt: ORDERS_NOW },
    undefined,
  ],
  ['whose payment failed', { status: 'paymentFailed', ...PAY }, 'payment'],
  [
    'whose payment failed for good',
    { status: 'paymentFailed', ...PAY, paymentExpiresAt: ORDERS_NOW },
    undefined,
  ],
  ['in production', { status: 'ProductionStarted' }, 'order'],
  ['on hold', { status: 'on_hold' }, 'retailer'],
  [
    'that is being cancelled',
    { cancellation: { last: { cancellationId: 'x', state: 'sent', requestedAt: at(0) } } },
    'retailer',
  ],
  ['with a question of customer care', complaint('question'), 'answer'],
  ['with a report in review', complaint('in-review'), 'retailer'],
  ['with a report that was decided', complaint('decided'), undefined],
  ['withdrawn from', withdrawal('received'), 'withdrawal'],
  ['withdrawn from and sent back', withdrawal('returned'), 'withdrawal'],
  ['withdrawn from and refunded', withdrawal('refunded'), undefined],
  ['whose withdrawal was rejected', withdrawal('rejected'), undefined],
  ['that was sent', { status: 'Dispatched', ...parcelForTests({}) }, 'parcel'],
  ['that was sent, without its parcel', { status: 'Dispatched' }, 'parcel'],
  ['of which a part was sent', { status: 'ProductionStarted', ...parcelForTests({}) }, 'order'],
  ['that was delivered', { status: 'Dispatched', ...parcelForTests({ deliveredAt: at(-1) }) }, undefined],
  ['that was cancelled', { status: 'Cancelled' }, undefined],
  ['that was cancelled on its way', { status: 'Cancelled', ...parcelForTests({}) }, 'parcel'],
])('RV-1065 of an order %s something is to come, or not', (_, parts, matter) => {
  expect(findOpenMatter(orderForTests(parts), NOW)).toBe(matter)
})

test('RV-1065 RV-1063 what needs the customer is open; what has failed for good is not, unless something else is', () => {
  for (const [name, order] of Object.entries(ORDER_SCENARIOS)) {
    const matter = findOpenMatter(order, NOW)
    if (findOrderGroup(order, NOW) === 'needs-you')
      expect([name, matter]).toEqual([name, expect.stringMatching(/^(payment|answer)$/)])
    if (hasFailed(order, NOW)) expect([name, matter]).not.toEqual([name, 'order'])
  }
})
