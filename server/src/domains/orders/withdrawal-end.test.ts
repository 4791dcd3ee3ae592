import { expect, test } from 'vitest'
import { findWithdrawalEnd, isAfterWithdrawalEnd } from './present.ts'

const find = (deliveredAt: string, timeZone: string) =>
  findWithdrawalEnd(
    {
      status: 'shipped',
      products: [{ code: 'P-1' }],
      parcels: [{ shippedAt: '2026-01-01T00:00:00Z', productCodes: ['P-1'], deliveredAt }],
    } as unknown as Parameters<typeof findWithdrawalEnd>[0],
    {},
    timeZone,
  )

test.each([
  // The 14th day after 17 March is 31 March; summer time begins on 29 March.
  ['Europe/Lisbon', '2026-03-17T12:00:00Z', '2026-03-31T22:59:59.999Z'],
  ['Europe/London', '2026-03-17T12:00:00Z', '2026-03-31T22:59:59.999Z'],
  ['Europe/Berlin', '2026-03-17T12:00:00Z', '2026-03-31T21:59:59.999Z'],
  // It ends on 25 October: the 14th day after 12 October is a Monday of winter time.
  ['Europe/Lisbon', '2026-10-12T12:00:00Z', '2026-10-26T23:59:59.999Z'],
  ['Europe/Berlin', '2026-10-12T12:00:00Z', '2026-10-26T22:59:59.999Z'],
  // Half an hour before midnight in London it is the next day in Berlin.
  ['Europe/London', '2026-11-19T23:30:00Z', '2026-12-03T23:59:59.999Z'],
  ['Europe/Berlin', '2026-11-19T23:30:00Z', '2026-12-04T22:59:59.999Z'],
  // A Sunday on which the clocks change: the Monday after it.
  ['Europe/Berlin', '2026-03-15T12:00:00Z', '2026-03-30T21:59:59.999Z'],
  ['Europe/Berlin', '2026-03-14T12:00:00Z', '2026-03-30T21:59:59.999Z'],
])('NX-131 in %s a delivery at %s has its period until %s', (timeZone, deliveredAt, end) => {
  expect(find(deliveredAt, timeZone)).toBe(end)
  expect(isAfterWithdrawalEnd(new Date(Date.parse(end)), end)).toBe(false)
  expect(isAfterWithdrawalEnd(new Date(Date.parse(end) + 1), end)).toBe(true)
})
