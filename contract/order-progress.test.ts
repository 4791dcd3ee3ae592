import { describe, expect, test } from 'vitest'
import { isInProgress } from './order-progress.ts'

const NOW = Date.parse('2026-11-22T11:50:00Z')
const DAY = 86_400_000
const ago = (days: number, more = 0) => new Date(NOW - days * DAY - more).toISOString()
const sent = (paymentChangedDate?: string, status = 'Dispatched') => ({ status, paymentChangedDate })

test.each([
  ['created 30 days ago to the millisecond', ago(30), [{ status: 'Confirmed' }], true],
  ['created a millisecond earlier', ago(30, 1), [{ status: 'Confirmed' }], false],
  ['created a second earlier', ago(30, 1000), [{ status: 'Received' }], false],
  ['in production, created now', ago(0), [{ status: 'ProductionStarted' }], true],
  ['without products', ago(1), [], true],
  ['sent, changed 14 days ago to the millisecond', ago(20), [sent(ago(14))], true],
  ['sent, changed a millisecond earlier', ago(20), [sent(ago(14, 1))], false],
  ['shipped, changed a second earlier', ago(20), [sent(ago(14, 1000), 'shipped')], false],
  ['sent without that date', ago(20), [sent()], true],
  ['one product done, one not', ago(20), [sent(ago(15)), { status: 'Confirmed' }], true],
  ['all products done', ago(20), [sent(ago(15)), sent(ago(16))], false],
  ['not sent, but changed long ago', ago(20), [sent(ago(19), 'Confirmed')], true],
  ['cancelled recently', ago(20), [sent(ago(19), 'Cancelled')], true],
  ['with an unknown status', ago(20), [sent(ago(19), 'teleported')], true],
  ['all done, at the border of both', ago(30), [sent(ago(14))], true],
] as const)('AA-058 AA-120 OP-64 an order %s', (_, createdAt, products, inProgress) => {
  expect(isInProgress({ createdAt, products, parcels: [] }, NOW)).toBe(inProgress)
})

test('AA-058 the time zone of the dates does not matter', () => {
  const products = [{ status: 'Confirmed' }]
  expect(isInProgress({ createdAt: '2026-10-23T13:50:00+02:00', products, parcels: [] }, NOW)).toBe(true)
  expect(isInProgress({ createdAt: '2026-10-23T12:49:59+01:00', products, parcels: [] }, NOW)).toBe(false)
})

describe('RV-1067 a payment of another day', () => {
  const parcel = (deliveredAt?: string) => [
    { number: '1', carrier: 'Postline', shippedAt: ago(3), productCodes: [], deliveredAt },
  ]
  const order = {
    createdAt: ago(5),
    products: [sent(ago(40))],
    total: { amount: 0, currency: 'GBP' } as const,
  }

  test('before the order says nothing', () => {
    expect(isInProgress({ ...order, parcels: [], total: undefined }, NOW)).toBe(true)
    expect(
      isInProgress({ ...order, createdAt: ago(15, 1), products: [sent(ago(15))], parcels: [] }, NOW),
    ).toBe(false)
  })

  test('ends no free print that is on its way, and its delivery does', () => {
    expect(isInProgress({ ...order, parcels: parcel() }, NOW)).toBe(true)
    expect(
      isInProgress({ ...order, createdAt: ago(20), products: [sent(ago(15))], parcels: parcel() }, NOW),
    ).toBe(true)
    expect(isInProgress({ ...order, parcels: parcel(ago(1)) }, NOW)).toBe(false)
    const paid = { amount: 1, currency: 'GBP' } as const
    expect(isInProgress({ ...order, total: paid, parcels: parcel(ago(1)) }, NOW)).toBe(true)
  })
})
