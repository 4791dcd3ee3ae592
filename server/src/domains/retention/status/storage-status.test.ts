import { describe, expect, test } from 'vitest'
import type { GetReminders, Reminder, RetentionFacts } from '../../customers/index.ts'
import { computeStorageStatus } from './status.ts'

const facts = (more: Partial<RetentionFacts>): RetentionFacts => ({
  registeredAt: new Date('2024-01-10T09:00:00Z'),
  lastOrderAt: null,
  delayedDeletionAt: null,
  ...more,
})
/** A reminder of each date was sent in time. */
const reminded = (deadline: Date): Reminder[] => [
  { daysBefore: 30, state: 'sent', at: new Date(deadline.getTime() - 30 * 86_400_000) },
]
const at = (
  now: string,
  more: Partial<RetentionFacts> = {},
  zone = 'Europe/London',
  getReminders: GetReminders = reminded,
) => computeStorageStatus(facts(more), getReminders, new Date(now), zone, { graceDays: 30, projectCount: 0 })

test('PL-002 photos are kept 18 months from registration, or from the last order', () => {
  expect(at('2024-02-01T00:00:00Z').deletionDate).toBe('2025-07-10T08:00:00.000Z')
  const ordered = at('2025-07-01T00:00:00Z', { lastOrderAt: new Date('2025-06-30T22:30:00Z') })
  expect(ordered.deletionDate).toBe('2026-12-30T23:30:00.000Z')
  expect(ordered.status).toBe('safe')
})

test.each([
  ['2025-04-10T00:00:00Z', 'safe', 3, 91],
  ['2025-04-11T00:00:00Z', 'warning', 2, 90],
  ['2025-06-10T00:00:00Z', 'warning', 1, 30],
  ['2025-06-11T00:00:00Z', 'critical', 0, 29],
  ['2025-07-09T23:30:00Z', 'critical', 0, 0],
  ['2025-07-12T00:00:00Z', 'critical', 0, 0],
])('PL-131 at %s the library is %s: %i months, %i days', (now, status, months, days) => {
  expect(at(now)).toMatchObject({ status, monthsRemaining: months, daysRemaining: days })
})

test('PL-131 days are counted in the time zone of the brand, not of the server', () => {
  const evening = '2025-07-09T22:30:00Z'
  expect(at(evening, {}, 'Europe/Lisbon').daysRemaining).toBe(1)
  expect(at(evening, {}, 'Europe/Oslo').daysRemaining).toBe(0)
})

test('PL-132 a delayed deletion date wins over the projected one', () => {
  const status = at('2025-07-01T00:00:00Z', { delayedDeletionAt: new Date('2025-12-01T00:00:00Z') })
  expect(status).toMatchObject({
    deletionDate: '2025-12-01T00:00:00.000Z',
    projectedDeletionDate: '2025-07-10T08:00:00.000Z',
    status: 'safe',
  })
})

describe('RV-814 the earliest deletion', () => {
  const none = () => []

  test.each([
    ['nobody was ever reminded', '2029-03-01T09:00:00Z', none],
    ['a reminder of years ago does not count', '2029-03-01T09:00:00Z', reminded],
    ['a date in 6 days can no longer be announced in time', '2025-07-04T09:00:00Z', none],
  ])('is 30 days from now: %s', (_reason, now, getReminders) => {
    const status = at(now, {}, 'Europe/London', getReminders)
    const inThirtyDays = new Date(Date.parse(now) + 30 * 86_400_000).toISOString()
    expect(status).toMatchObject({
      deletionDate: inThirtyDays,
      delayedDeletionDate: inThirtyDays,
      projectedDeletionDate: '2025-07-10T08:00:00.000Z',
      daysRemaining: 30,
    })
  })

  test('is the date itself while a reminder in time is possible', () => {
    const deletionDate = '2025-07-10T08:00:00.000Z'
    expect(at('2025-07-03T09:00:00Z', {}, 'Europe/London', none)).toMatchObject({
      deletionDate,
      daysRemaining: 7,
    })
    const refused = (): Reminder[] => [
      { daysBefore: 7, state: 'failed', at: new Date('2025-07-03T08:00:00Z') },
    ]
    expect(at('2025-07-03T09:00:00Z', {}, 'Europe/London', refused).daysRemaining).toBe(30)
  })

  test('is now, and never past, while a run is late or held', () => {
    const status = at('2025-07-12T09:00:00Z')
    expect(status).toMatchObject({ deletionDate: '2025-07-12T09:00:00.000Z', daysRemaining: 0 })
  })

  test('is 30 days from now for photos that were added after the date', () => {
    const lastUploadedAt = new Date('2025-07-11T20:00:00Z')
    expect(at('2025-07-12T09:00:00Z', { lastUploadedAt }).daysRemaining).toBe(30)
  })
})
