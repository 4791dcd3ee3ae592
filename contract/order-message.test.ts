import { describe, expect, test } from 'vitest'
import type { OrderComplaint } from './complaint.ts'
import { findOrderMessage, listOrderMessages, type OrderMessageFacts } from './order-message.ts'

const NOW = '2026-11-22T11:50:00Z'
const TIME_ZONE = 'Europe/London'
const at = (days: number, time = 'T10:00:00Z') =>
  `${new Date(Date.parse(NOW) + days * 86_400_000).toISOString().slice(0, 10)}${time}`
const day = (days: number) => at(days).slice(0, 10)

const product = (code: string, status: string) => ({
  code,
  article: 'BOOK',
  title: code,
  quantity: 1,
  status,
  history: [],
  picture: null,
})
const orderForTests = (changes: Partial<OrderMessageFacts> = {}): OrderMessageFacts => ({
  status: 'ProductionStarted',
  history: [{ status: 'paymentSuccess', at: at(-3) }],
  createdAt: at(-3),
  products: [product('P-1', changes.status ?? 'ProductionStarted')],
  parcels: [],
  total: { amount: 3900, currency: 'GBP' },
  ...changes,
})
const dates = (from: number, to: number, more = {}) => [
  { from: day(from), to: day(to), productCodes: ['P-1'], ...more },
]
const parcel = (more: Partial<OrderMessageFacts['parcels'][number]> = {}) => [
  { number: '1', carrier: 'Postline', shippedAt: at(-2), productCodes: ['P-1'], ...more },
]
const complaint = (more: Partial<OrderComplaint>): OrderComplaint[] => [
  { complaintId: 'c', state: 'sent', productCodes: ['P-1'], submittedAt: at(-1), updatedAt: at(-1), ...more },
]
const refund = (more = {}) => [
  { refundId: 'r', amount: 2685, at: at(-1), state: 'paid', reason: 'complaint', ...more } as const,
]
const cancelling = {
  last: { cancellationId: 'c', state: 'requested', requestedAt: at(0, 'T11:00:00Z') },
} as const
const hold = { kind: 'hold', reason: 'photo-quality', since: at(-1) }
const PAY = { paymentUrl: 'https://shop.example/pay', paymentExpiresAt: at(1) }

const find = (changes: Partial<OrderMessageFacts>, now = NOW) =>
  findOrderMessage(orderForTests(changes), { now: Date.parse(now), timeZone: TIME_ZONE })

describe('NX-101 an order says the first that applies', () => {
  test.each<[kind: string, changes: Partial<OrderMessageFacts>]>([
    ['cancelling', { status: 'paymentFailed', ...PAY, cancellation: cancelling }],
    ['payment-failed', { status: 'paymentFailed', ...PAY }],
    ['payment-failed-over', { status: 'paymentFailed', ...PAY, paymentExpiresAt: at(-1) }],
    ['payment-failed-over', { status: 'paymentFailed' }],
    ['payment-due', { status: 'Received', ...PAY }],
    ['payment-over', { status: 'Received', ...PAY, paymentExpiresAt: at(-1) }],
    ['complaint-question', { notice: hold, complaints: complaint({ state: 'question' }) } as never],
    [
      'hold-action',
      { notice: { ...hold, action: { label: 'Answer', url: 'https://shop.example' } } } as never,
    ],
    ['hold', { notice: hold, refunds: refund() } as never],
    ['hold', { status: 'on_hold' }],
    ['refund', { refunds: refund(), complaints: complaint({ state: 'decided' }) }],
    ['refund', { refunds: refund({ state: 'announced', at: at(-40) }) }],
    ['complaint-decided', { refunds: refund({ at: at(-31) }), complaints: complaint({ state: 'decided' }) }],
    ['complaint-sent', { status: 'Dispatched', complaints: complaint({ state: 'in-review' }) }],
    ['in-production', { complaints: complaint({ state: 'closed' }) }],
    ['cancelled', { status: 'Cancelled', deliveryDates: dates(-3, -2) }],
    ['failed', { status: 'rejected' }],
    ['delayed', { status: 'delayed', deliveryDates: dates(3, 5) }],
    ['delayed', { notice: { kind: 'delay', reason: 'carrier', since: at(-1) } }],
    ['overdue', { deliveryDates: dates(-3, -1) }],
    [
      'overdue',
      { status: 'delayed', deliveryDates: dates(-3, -1, { promised: { from: day(-9), to: day(-8) } }) },
    ],
    ['late', { status: 'Dispatched', parcels: parcel(), deliveryDates: dates(-3, -1) }],
    ['pickup', { status: 'Dispatched', parcels: parcel({ pickupReadyAt: at(-1), pickupUntil: at(5) }) }],
    ['sent', { status: 'Dispatched', parcels: parcel({ pickupReadyAt: at(-1), pickupUntil: at(-1) }) }],
    [
      'delivered',
      { status: 'Dispatched', parcels: parcel({ deliveredAt: at(-1) }), deliveryDates: dates(-3, -2) },
    ],
    ['sent', { status: 'Dispatched', parcels: parcel(), deliveryDates: dates(-1, 0) }],
    ['sent', { status: 'shipped', parcels: parcel({ shippedAt: at(-29) }) }],
    ['sent-long-ago', { status: 'shipped', parcels: parcel({ shippedAt: at(-30) }) }],
    ['sent-long-ago', { status: 'Dispatched', parcels: parcel(), deliveryDates: dates(-40, -30) }],
    ['in-production', { deliveryDates: dates(0, 0) }],
    ['ordered', { status: 'paymentSuccess' }],
    ['unknown', { status: 'gift-wrapped', deliveryDates: dates(1, 2) }],
  ])('%s', (kind, changes) => {
    expect(find(changes).kind).toBe(kind)
  })

  test('NX-101 part of it is sent', () => {
    const message = find({
      products: [product('P-1', 'Dispatched'), product('P-2', 'producing')],
      parcels: parcel(),
      deliveryDates: [
        { from: day(0), to: day(1), productCodes: ['P-1'] },
        { from: day(4), to: day(5), productCodes: ['P-2'] },
      ],
    })
    expect(message).toMatchObject({
      kind: 'partly-sent',
      delivery: {
        groups: [
          { productCodes: ['P-1'], state: 'underway', arriving: { from: day(0), to: day(1) } },
          { productCodes: ['P-2'], state: 'waiting', arriving: { from: day(4), to: day(5) } },
        ],
      },
    })
  })
})

test('NX-115 all messages that apply are listed, the first of which an order says', () => {
  const changes = { notice: hold, refunds: refund(), complaints: complaint({ state: 'question' }) } as never
  const moment = { now: Date.parse(NOW), timeZone: TIME_ZONE }
  const messages = listOrderMessages(orderForTests(changes), moment)
  expect(messages.map(({ kind }) => kind)).toEqual(['complaint-question', 'hold', 'refund', 'in-production'])
  expect(messages[0]).toEqual(find(changes))
})

test('NX-104 a delay names the new days and those that were promised first', () => {
  const promised = { from: day(-2), to: day(-1) }
  expect(find({ status: 'delayed', deliveryDates: dates(3, 5, { promised }) })).toMatchObject({
    arriving: { from: day(3), to: day(5) },
    wasDue: promised,
  })
})

test('NX-107 the day ends at midnight of the brand: the last day is still to come until then', () => {
  const changes = { status: 'Dispatched', parcels: parcel(), deliveryDates: dates(0, 0) }
  expect(find(changes, `${day(0)}T23:59:59.999Z`)).toMatchObject({ kind: 'sent', arriving: { to: day(0) } })
  expect(find(changes, `${day(1)}T00:00:00Z`)).toMatchObject({ kind: 'late', canReport: false })
  expect(find(changes, `${day(3)}T00:00:00Z`)).toMatchObject({ kind: 'late', canReport: true })
})
