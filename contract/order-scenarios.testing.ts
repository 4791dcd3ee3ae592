import type { OrderComplaint } from './complaint.ts'
import { at, day, ORDERS_NOW, orderForTests, parcelForTests, productForTests } from './orders.testing.ts'
import type { Order } from './orders.ts'
import type { Refund } from './refunds.ts'

/*
 * One order in each state of §1.1. Its facts stay the same however late it is read, so that only the time changes what it says.
 */

/** When all orders are as they are; they come over New Year and over a change to summer time. */
export const SCENARIO_START = ORDERS_NOW

/** An order that was placed before everything that happened to it. */
const order = (parts: Partial<Order>): Order =>
  orderForTests({ createdAt: at(-12), history: [{ status: 'paymentSuccess', at: at(-12) }], ...parts })
const dates = (from: number, to: number, promised?: [number, number]): Partial<Order> => ({
  deliveryDates: [
    {
      from: day(from),
      to: day(to),
      productCodes: ['P-1'],
      ...(promised && { promised: { from: day(promised[0]), to: day(promised[1]) } }),
    },
  ],
})
const pay = { paymentUrl: 'https://shop.example/pay', paymentExpiresAt: at(1, '23:59:00') }
const refund = (more: Partial<Refund>): Partial<Order> => ({
  refunds: [
    {
      refundId: 'r',
      amount: 2685,
      at: at(0, '09:00:00'),
      state: 'paid',
      reason: 'goodwill',
      method: 'paypal',
      expectedBy: at(9),
      ...more,
    },
  ],
})
const complaint = (more: Partial<OrderComplaint>): Partial<Order> => ({
  status: 'Dispatched',
  ...parcelForTests({ deliveredAt: at(-2) }),
  complaints: [
    {
      complaintId: 'c',
      state: 'sent',
      productCodes: ['P-1'],
      submittedAt: at(-1),
      updatedAt: at(-1),
      ...more,
    },
  ],
})

/** The orders by their rows in §1.1. */
export const ORDER_SCENARIOS: Readonly<Record<string, Order>> = {
  '1, 2 payment failed': order({
    status: 'paymentFailed',
    ...pay,
    payment: { method: 'paypal', failedAt: at(0, '09:00:00') },
  }),
  '3, 4 awaiting payment': order({ status: 'Received', ...pay }),
  '5 cancelling': order({
    status: 'paymentSuccess',
    cancelUntil: at(2),
    cancellation: { last: { cancellationId: 'c', state: 'sent', requestedAt: at(0, '09:00:00') } },
  }),
  '6 question': order(complaint({ state: 'question', answerBy: at(7) })),
  '7 hold with action': order({
    notice: {
      kind: 'hold',
      reason: 'photo-quality',
      since: at(0, '09:00:00'),
      answerBy: at(6, '18:00:00'),
      default: 'cancel',
      action: { label: 'Check', url: 'https://shop.example/photo' },
    },
    ...dates(3, 5),
  }),
  '8 hold without action': order({
    notice: { kind: 'hold', reason: 'other', since: at(-1) },
    ...dates(3, 5),
  }),
  '9 refund paid': order(refund({})),
  '9 refund announced': order(refund({ state: 'announced' })),
  '10 withdrawn': order({
    status: 'Dispatched',
    ...parcelForTests({ deliveredAt: at(-2) }),
    withdrawals: [
      {
        withdrawalId: 'w',
        reference: 'W-1',
        state: 'confirmed',
        submittedAt: at(-1),
        productCodes: ['P-1'],
        isLate: false,
        sendBackBy: at(13),
      },
    ],
  }),
  '11 report decided': order(
    complaint({
      state: 'decided',
      decision: { at: at(0, '09:00:00'), outcome: 'reprint', orderCode: '4711-2141' },
    }),
  ),
  '12 report open': order(complaint({ state: 'in-review', answerBy: at(3) })),
  '13 cancelled': order({
    status: 'Cancelled',
    history: [{ status: 'Cancelled', at: at(-1) }],
    ...refund({ reason: 'cancellation' }),
  }),
  '13 failed': order({ status: 'rejected', payment: { method: 'card', paidAt: at(-3) } }),
  '14, 15 delayed': order({
    notice: { kind: 'delay', reason: 'weather', since: at(0, '09:00:00') },
    ...dates(36, 43, [1, 2]),
  }),
  '22, 15 in production': order(dates(36, 43)),
  '20, 16, 21 sent': order({ status: 'Dispatched', ...parcelForTests(), ...dates(1, 3) }),
  '20, 16, 21 sent over New Year': order({
    status: 'Dispatched',
    ...parcelForTests({ expectedFrom: day(37), expectedTo: day(41) }),
  }),
  '21 sent without dates': order({ status: 'Dispatched', ...parcelForTests() }),
  '17, 20 ready for pick-up': order({
    status: 'Dispatched',
    ...parcelForTests({ pickupReadyAt: at(-1), pickupUntil: at(6), pickupCode: '4817' }),
  }),
  '18, 15 partly sent': order({
    products: [
      productForTests('P-1', 'Dispatched', 'Prints'),
      productForTests('P-2', 'ProductionStarted', 'Book'),
    ],
    ...parcelForTests(),
    deliveryDates: [
      { from: day(1), to: day(1), productCodes: ['P-1'] },
      { from: day(39), to: day(42), productCodes: ['P-2'] },
    ],
  }),
  '19 delivered': order({
    status: 'Dispatched',
    ...parcelForTests({ deliveredAt: at(-1), deliveredTo: 'No. 14' }),
  }),
  '19 delivered, the time to report ends': order({
    status: 'Dispatched',
    complaintUntil: at(120),
    ...parcelForTests({ deliveredAt: at(-1) }),
  }),
  '22 ordered': order({
    status: 'paymentSuccess',
    addressChangeUntil: at(3, '14:00:00'),
    cancelUntil: at(3, '14:00:00'),
    ...dates(8, 9),
  }),
  'unknown status': order({ status: 'gift-wrapped', ...dates(8, 9) }),
}
