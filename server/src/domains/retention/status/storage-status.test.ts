import { expect, test } from 'vitest'
import type { RetentionFacts } from '../../customers/index.ts'
import { computeStorageStatus } from './storage-status.ts'

const facts = (more: Partial<RetentionFacts>): RetentionFacts => ({
  registeredAt: new Date('2024-01-10T09:00:00Z'),
  lastOrderAt: null,
  delayedDeletionAt: null,
  ...more,
})
const at = (now: string, more: Partial<RetentionFacts> = {}, zone = 'Europe/London') =>
  computeStorageStatus(facts(more), new Date(now), zone)

test('PL-002 photos are kept 18 months from registration, or from the last order', () => {
  expect(at('2024-02-01T00:00:00Z').deletionDate).toBe('2025-07-10T08:00:00.000Z')
  const ordered = at('2025-07-01T00:00:00Z', { lastOrderAt: new Date('2025-06-30T22:30:00Z') })
  expect(ordered.deletionDate).toBe('2026-12-30T23:30:00.000Z')
  expect(ordered.status).toBe('safe')
})

test('PL-002 eighteen months after the last day of a long month is the last day of a shorter one', () => {
  const status = at('2025-01-01T00:00:00Z', { lastOrderAt: new Date('2024-08-31T10:00:00Z') })
  expect(status.projectedDeletionDate).toBe('2026-02-28T11:00:00.000Z')
})

test.each([
  ['2025-04-10T00:00:00Z', 'safe', 3, 91],
  ['2025-04-11T00:00:00Z', 'warning', 2, 90],
  ['2025-06-10T00:00:00Z', 'warning', 1, 30],
  ['2025-06-11T00:00:00Z', 'critical', 0, 29],
  ['2025-07-09T23:30:00Z', 'critical', 0, 0],
  ['2025-09-01T00:00:00Z', 'critical', 0, 0],
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
