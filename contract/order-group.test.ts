import { expect, test } from 'vitest'
import type { OrderComplaint } from './complaint.ts'
import { findOrderGroup } from './order-group.ts'
import type { Order } from './orders.ts'

const NOW = Date.parse('2026-11-22T11:50:00Z')
const DAY = 86_400_000
const ago = (days: number) => new Date(NOW - days * DAY).toISOString()
const OLD = { createdAt: ago(400) }
const report = (state: OrderComplaint['state']): OrderComplaint => ({
  complaintId: 'c',
  state,
  productCodes: [],
  submittedAt: ago(3),
  updatedAt: ago(3),
})
const parcel = (days: number, deliveredAt?: string) => ({
  number: '1',
  carrier: 'Postline',
  shippedAt: ago(days),
  productCodes: [],
  ...(deliveredAt && { deliveredAt }),
})
const sent = (paymentChangedDate: string) =>
  [{ status: 'Dispatched', paymentChangedDate }] as Order['products']

test.each([
  ['that awaits payment needs the customer', 'Received', {}, 'needs-you'],
  [
    'whose payment is pending needs the customer',
    'paymentPending',
    { paymentExpiresAt: ago(-1) },
    'needs-you',
  ],
  ['whose time to pay is over is finished', 'Received', { paymentExpiresAt: ago(0) }, 'finished'],
  ['that is paid is on its way', 'Confirmed', {}, 'on-its-way'],
  ['on hold is on its way', 'on_hold', {}, 'on-its-way'],
  ['that was sent is on its way', 'Dispatched', { products: sent(ago(14)) }, 'on-its-way'],
  ['with an unknown status is on its way', 'teleported', {}, 'on-its-way'],
  ['that was rejected is finished', 'rejected', {}, 'finished'],
  [
    'RV-1154 that was cancelled on its way is on its way',
    'Cancelled',
    { parcels: [parcel(29.9)] },
    'on-its-way',
  ],
  [
    'RV-1154 that was cancelled on its way is on its way, whatever its age',
    'Cancelled',
    { ...OLD, parcels: [parcel(29.9)] },
    'on-its-way',
  ],
  [
    'RV-1154 of old, cancelled, whose parcel arrived',
    'Cancelled',
    { ...OLD, parcels: [parcel(9, ago(1))] },
    'history',
  ],
  ['RV-1154 cancelled, whose parcel arrived', 'Cancelled', { parcels: [parcel(9, ago(1))] }, 'finished'],
  ['RV-1154 cancelled, whose parcel never arrived', 'Cancelled', { parcels: [parcel(30)] }, 'finished'],
  ['that was cancelled is finished', 'Cancelled', {}, 'finished'],
  ['that was not paid is finished', 'paymentFailed', {}, 'finished'],
  ['that was sent long ago is history', 'Dispatched', { products: sent(ago(15)) }, 'history'],
  [
    'whose payment failed and can be made again needs the customer',
    'paymentFailed',
    { paymentUrl: 'https://pay.example/1' },
    'needs-you',
  ],
  [
    'with an old payment that failed is history',
    'paymentFailed',
    { paymentUrl: 'https://pay.example/1', createdAt: ago(31) },
    'history',
  ],
  [
    'with an open report is on its way, whatever its age',
    'Dispatched',
    { ...OLD, complaints: [report('in-review')] },
    'on-its-way',
  ],
  [
    'with a question needs the customer, whatever its age',
    'Dispatched',
    { ...OLD, complaints: [report('question')] },
    'needs-you',
  ],
  [
    'with a decided report is history by its age',
    'Dispatched',
    { ...OLD, complaints: [report('decided')] },
    'history',
  ],
  ['that is on hold is on its way, whatever its age', 'on_hold', OLD, 'on-its-way'],
  [
    'on hold that asks needs the customer, whatever its age',
    'processing',
    {
      ...OLD,
      notice: { kind: 'hold', since: ago(2), action: { label: 'Answer', url: 'https://shop.example' } },
    },
    'needs-you',
  ],
  [
    'with an open cancellation is on its way, whatever its age',
    'Received',
    { ...OLD, cancellation: { last: { cancellationId: 'c', state: 'sent', requestedAt: ago(1) } } },
    'on-its-way',
  ],
  ['of more than 30 days is history', 'Received', { createdAt: ago(31) }, 'history'],
  ['cancelled more than 30 days ago is history', 'Cancelled', { createdAt: ago(31) }, 'history'],
] as [string, string, Partial<Omit<Order, 'parcels'>> & { parcels?: Order['parcels'] }, string][])(
  'RV-839 AA-058 NX-112 an order %s',
  (_, status, facts, group) => {
    const order = {
      createdAt: ago(20),
      products: [{ status }],
      status,
      paymentExpiresAt: undefined,
      parcels: [],
      ...facts,
    }
    expect(findOrderGroup(order, NOW)).toBe(group)
  },
)
