import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import {
  computePeriod,
  findLastRestorableDay,
  type Reminder,
  type RetentionFacts,
} from '../../customers/index.ts'
import { computeStorageStatus } from '../status/status.ts'
import { planStep } from './plan.ts'

const DAY = 86_400_000
const ZONES = [
  ...new Set([...brands.map(brand => brand.timeZone), 'Pacific/Kiritimati', 'Pacific/Pago_Pago']),
]

const zone = fc.constantFrom(...ZONES)
/** Any minute from 2015 to 2025; mostly month ends, leap days and the hours of clock changes. */
const minute = fc.oneof(
  fc.date({
    min: new Date('2015-01-01T00:00:00Z'),
    max: new Date('2025-12-31T23:59:00Z'),
    noInvalidDate: true,
  }),
  fc
    .tuple(
      fc.integer({ min: 2015, max: 2025 }),
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: -1440, max: 1440 }),
    )
    .map(([year, month, minutes]) => new Date(Date.UTC(year, month + 1, 1) + minutes * 60_000)),
  fc.constantFrom(...['2016-02-29', '2020-02-29', '2024-02-29'].map(day => new Date(`${day}T11:30:00Z`))),
  fc
    .tuple(
      fc.constantFrom('2019-03-31', '2019-10-27', '2023-03-26', '2023-10-29'),
      fc.integer({ min: 0, max: 240 }),
    )
    .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000)),
)
const facts = (more: Partial<RetentionFacts>): RetentionFacts => ({
  registeredAt: new Date('2018-01-10T09:00:00Z'),
  lastOrderAt: null,
  delayedDeletionAt: null,
  ...more,
})

/** 18 months later by calendar arithmetic only: the same day, or the last one of a shorter month. */
function eighteenMonthsOn(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const months = year * 12 + (month - 1) + 18
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(months / 12)}-${two((months % 12) + 1)}-${two(Math.min(date, last))}`
}

test('RV-1151 RV-1204 an order restores until the end of the day before the erasure, also where the clock is changed', () => {
  fc.assert(
    fc.property(minute, zone, (erasedAt, timeZone) => {
      const day = Date.parse(formatCalendarDay(erasedAt, timeZone))
      expect(findLastRestorableDay(erasedAt, timeZone)).toBe(new Date(day - DAY).toISOString().slice(0, 10))
    }),
    { numRuns: 100 },
  )
  // Midnight in Berlin after the day of 23 hours: a day before it by the clock is the 28th.
  expect(findLastRestorableDay(new Date('2027-03-28T22:00:00Z'), 'Europe/Berlin')).toBe('2027-03-28')
})

describe('PL-002 the deletion date', () => {
  test('is 18 whole calendar months later in the brand’s zone, at every month end, leap day and clock change', () => {
    fc.assert(
      fc.property(minute, zone, (lastOrderAt, timeZone) => {
        const { projected } = computePeriod(facts({ lastOrderAt }), timeZone)
        expect(formatCalendarDay(projected, timeZone)).toBe(
          eighteenMonthsOn(formatCalendarDay(lastOrderAt, timeZone)),
        )
      }),
      { numRuns: 600 },
    )
  })

  test('of a later order is never earlier', () => {
    fc.assert(
      fc.property(minute, minute, zone, (a, b, timeZone) => {
        const [first, second] = [a, b].sort((x, y) => x.getTime() - y.getTime()) as [Date, Date]
        const of = (lastOrderAt: Date) =>
          formatCalendarDay(computePeriod(facts({ lastOrderAt }), timeZone).deletion, timeZone)
        expect(of(second) >= of(first)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('a moved date counts only if it is later', () => {
    fc.assert(
      fc.property(minute, minute, zone, (lastOrderAt, movedDeletionAt, timeZone) => {
        const { deletion, projected } = computePeriod(facts({ lastOrderAt, movedDeletionAt }), timeZone)
        expect(deletion.getTime()).toBe(Math.max(projected.getTime(), movedDeletionAt.getTime()))
      }),
    )
  })
})

test.each<[string, Partial<RetentionFacts>]>([
  ['a registration in the future', { registeredAt: new Date('2026-07-01T00:00:00Z') }],
  ['an order in the future', { lastOrderAt: new Date('2026-06-03T00:00:00Z') }],
])('P10 %s: nothing is deleted, no reminder is sent', (_what, invalid) => {
  const step = planStep(facts(invalid), () => [], new Date('2026-06-01T09:15:00Z'), 'Europe/Berlin')
  expect(step.action).toBe('skip')
})

describe('OP-01 a reminder', () => {
  const due = new Date('2019-06-12T09:15:00Z')
  const plan = (state: Reminder['state'], daysBefore: Reminder['daysBefore'] = 30, daysLater = 0) =>
    planStep(
      facts({}),
      () => [
        { daysBefore: 60, state: 'sent', at: new Date('2019-05-12T09:15:00Z') },
        { daysBefore, state, at: due },
      ],
      new Date(due.getTime() + daysLater * DAY),
      'Europe/Berlin',
    ).action

  test.each(['sent', 'failed', 'missed', 'withdrawn'] as const)('that is %s is not sent', state => {
    expect([plan(state), plan(state, 30, 3)]).toEqual(['nothing', 'nothing'])
  })

  test.each([
    [32, 'nothing'],
    [33, 'remind'],
  ])(
    'is not sent within three days of another one: that of 60 days was sent %i days before',
    (days, action) => {
      const at = new Date(due.getTime() - (days - 30) * DAY)
      const reminders = (): Reminder[] => [{ daysBefore: 60, state: 'sent', at }]
      expect(planStep(facts({}), reminders, due, 'Europe/Berlin').action).toBe(action)
    },
  )

  test.each([
    ['sent', 7, 'expire'],
    ['sent', 6, 'postpone'],
    ['failed', 7, 'postpone'],
  ] as const)('that was %s %i days before the date, as the only one: %s', (state, days, action) => {
    const { deletion } = computePeriod(facts({}), 'Europe/Berlin')
    const only: Reminder = { daysBefore: 7, state, at: new Date(deletion.getTime() - days * DAY) }
    const ofDate = (deadline: Date) => (deadline.getTime() === deletion.getTime() ? [only] : [])
    expect(planStep(facts({}), ofDate, deletion, 'Europe/Berlin').action).toBe(action)
  })

  test('that is due is sent, also where another one was missed', () => {
    expect(plan('due')).toBe('remind')
    expect(plan('missed', 7)).toBe('remind')
  })
})

test('OP-25 days and months of the status agree with the calendar of the zone', () => {
  fc.assert(
    fc.property(minute, minute, zone, (registeredAt, later, timeZone) => {
      const { deletion } = computePeriod(facts({ registeredAt }), timeZone)
      const now = new Date(Math.min(Math.max(registeredAt.getTime(), later.getTime()), deletion.getTime()))
      const sent = (): Reminder[] => [
        { daysBefore: 60, state: 'sent', at: new Date(deletion.getTime() - 60 * DAY) },
      ]
      const amounts = { graceDays: 30, projectCount: 0 }
      const status = computeStorageStatus(facts({ registeredAt }), sent, now, timeZone, amounts)
      const [today, day] = [now, new Date(status.deletionDate)].map(at =>
        formatCalendarDay(at, timeZone),
      ) as [string, string]
      const days = Math.max(0, (Date.parse(day) - Date.parse(today)) / DAY)
      expect(status.daysRemaining).toBe(days)
      const kind = status.monthsRemaining >= 3 ? 'safe' : status.monthsRemaining >= 1 ? 'warning' : 'critical'
      expect(status.status).toBe(kind)
      if (status.status === 'critical') expect(days).toBeLessThan(31)
      if (status.status === 'safe') expect(days).toBeGreaterThan(88)
    }),
    { numRuns: 300 },
  )
})
