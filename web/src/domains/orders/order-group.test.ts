import { expect, test } from 'vitest'
import { findOrderGroup } from './order-group.ts'

const NOW = Date.parse('2026-11-22T11:50:00Z')
const DAY = 86_400_000
const ago = (days: number) => new Date(NOW - days * DAY).toISOString()
const sent = (paymentChangedDate: string) => [{ status: 'Dispatched', paymentChangedDate }]

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
  ['that was cancelled is finished', 'Cancelled', {}, 'finished'],
  ['that was not paid is finished', 'paymentFailed', {}, 'finished'],
  ['that was sent long ago is history', 'Dispatched', { products: sent(ago(15)) }, 'history'],
  ['of more than 30 days is history', 'Received', { createdAt: ago(31) }, 'history'],
  ['cancelled more than 30 days ago is history', 'Cancelled', { createdAt: ago(31) }, 'history'],
] as const)('RV-839 AA-058 an order %s', (_, status, facts, group) => {
  const order = { createdAt: ago(20), products: [{ status }], status, paymentExpiresAt: undefined, ...facts }
  expect(findOrderGroup(order, NOW)).toBe(group)
})
