import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { REMINDER_DAYS } from '#contract/retention.ts'
import {
  computePeriod,
  countDaysUntil,
  findLastRestorableDay,
  type Reminder,
  type RetentionFacts,
} from '../../customers/index.ts'
import { MIN_NOTICE_DAYS } from '../../customers/retention-period/earliest-deletion.ts'
import { computeStorageStatus } from '../status/status.ts'
import { planStep } from './plan.ts'

const DAY = 86_400_000
const ZONES = [
  ...new Set([...brands.map(brand => brand.timeZone), 'Pacific/Kiritimati', 'Pacific/Pago_Pago']),
]
const RUNS = Number(process.env.RETENTION_RUNS ?? 25)

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
    { numRuns: RUNS * 4 },
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

/** Simulates ten years of daily runs for one customer; some runs are missed, some mails are not delivered. */
interface Scenario {
  registeredAt: Date
  timeZone: string
  orders: Date[]
  /** Percent. */
  missedRuns: number
  lostMails: number
  seed: number
}

interface Simulation {
  mails: { at: Date; deadline: Date; daysBefore: number }[]
  left: { at: Date; deadline: Date }[]
  moved: Date[]
}

function simulate({ registeredAt, timeZone, orders, missedRuns, lostMails, seed }: Scenario): Simulation {
  let randomState = seed
  const chance = (percent: number) => {
    randomState = (Math.imul(randomState, 1_664_525) + 1_013_904_223) >>> 0
    return (randomState / 2 ** 32) * 100 < percent
  }
  const outcome: Simulation = { mails: [], left: [], moved: [] }
  const own = facts({ registeredAt })
  const reminders = new Map<string, Reminder[]>()
  const getReminders = (deadline: Date) => reminders.get(deadline.toISOString()) ?? []
  let far = { clock: '', until: 0 }
  const began = Date.UTC(registeredAt.getUTCFullYear(), registeredAt.getUTCMonth(), registeredAt.getUTCDate())
  for (let day = 1; day <= 3653; day++) {
    const now = new Date(began + day * DAY + 33_300_000)
    for (const order of orders)
      if (order <= now && order > (own.lastOrderAt ?? registeredAt)) own.lastOrderAt = order
    // The simulation ends here: from now on the cycle would repeat with added photos.
    if (outcome.left.length === 3) break
    if (chance(missedRuns)) continue
    // Days far from any deadline are only sampled, which makes ten years fast.
    const clock = `${own.lastOrderAt?.getTime()} ${own.movedDeletionAt?.getTime()}`
    if (clock !== far.clock)
      far = { clock, until: computePeriod(own, timeZone).deletion.getTime() - 62 * DAY }
    if (now.getTime() < far.until && !chance(2)) continue
    // A repeated run does nothing.
    for (let twice = 0; twice < 3; twice++) {
      const step = planStep(own, getReminders, now, timeZone)
      const deadline = step.period?.deletion
      if (!deadline || step.action === 'nothing' || step.action === 'skip') break
      if (step.action === 'postpone') {
        expect(step.to > deadline).toBe(true)
        own.movedDeletionAt = step.to
        outcome.moved.push(now)
      } else if (step.action === 'expire') {
        outcome.left.push({ at: now, deadline })
        own.movedDeletionAt = new Date(now.getTime() + 60 * DAY)
      } else {
        const sent = !chance(lostMails)
        const notice: Reminder = { daysBefore: step.daysBefore, state: sent ? 'sent' : 'failed', at: now }
        reminders.set(deadline.toISOString(), [...getReminders(deadline), notice])
        if (sent) outcome.mails.push({ at: now, deadline, daysBefore: step.daysBefore })
      }
    }
  }
  return outcome
}

const scenario = (
  missedRuns: fc.Arbitrary<number>,
  lostMails: fc.Arbitrary<number>,
): fc.Arbitrary<Scenario> =>
  fc.record({
    registeredAt: minute,
    timeZone: zone,
    orders: fc.array(minute, { maxLength: 3 }),
    missedRuns,
    lostMails,
    seed: fc.nat(),
  })
const failurePercent = fc.constantFrom(0, 0, 5, 30, 70, 95)

describe('OP-01 ten years of days', () => {
  test('P10 nothing expires early, nor without a reminder at least 7 days before', () => {
    fc.assert(
      fc.property(scenario(failurePercent, failurePercent), scenario => {
        const { left, mails } = simulate(scenario)
        for (const { at, deadline } of left) {
          expect(at >= deadline).toBe(true)
          const orders = scenario.orders.filter(order => order <= at)
          const since = new Date(Math.max(...[scenario.registeredAt, ...orders].map(Number)))
          expect(
            formatCalendarDay(at, scenario.timeZone) >=
              eighteenMonthsOn(formatCalendarDay(since, scenario.timeZone)),
          ).toBe(true)
          const sent = mails.filter(mail => mail.deadline.getTime() === deadline.getTime())
          expect(
            sent.some(mail => countDaysUntil(deadline, mail.at, scenario.timeZone) >= MIN_NOTICE_DAYS),
          ).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('P10 with daily runs and delivered mails: reminders on the day, expired within 24 hours', () => {
    const withoutFailures = scenario(fc.constant(0), fc.constant(0))
    fc.assert(
      fc.property(withoutFailures, scenario => {
        const { left, mails, moved } = simulate(scenario)
        for (const { at, deadline } of left) {
          expect(at.getTime() - deadline.getTime()).toBeLessThan(DAY)
          const days = mails
            .filter(mail => mail.deadline.getTime() === deadline.getTime())
            .map(mail => countDaysUntil(deadline, mail.at, scenario.timeZone))
          // Photos added after an expiration have 60 days, and their first reminder is due immediately.
          expect(days).toEqual([...REMINDER_DAYS])
        }
        expect(moved).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  test('OP-01 each reminder of a deadline is sent once, never two within three days', () => {
    fc.assert(
      fc.property(scenario(failurePercent, fc.constantFrom(0, 0, 40)), scenario => {
        const byDeadline = Map.groupBy(simulate(scenario).mails, mail => mail.deadline.toISOString())
        for (const mails of byDeadline.values()) {
          const stages = mails.map(mail => mail.daysBefore)
          expect(new Set(stages).size).toBe(stages.length)
          expect(stages).toEqual(stages.toSorted((a, b) => b - a))
          for (const [i, mail] of mails.entries())
            if (i > 0)
              expect(countDaysUntil(mail.at, mails[i - 1]!.at, scenario.timeZone)).toBeGreaterThanOrEqual(3)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

describe('PL-003 invalid dates', () => {
  const now = new Date('2026-06-01T09:15:00Z')
  const warned = (): Reminder[] => [{ daysBefore: 60, state: 'sent', at: new Date('2001-01-01T00:00:00Z') }]
  const MISSING = null as unknown as Date

  test.each<[string, Partial<RetentionFacts>]>([
    ['no registration', { registeredAt: MISSING }],
    ['a registration that is not a date', { registeredAt: new Date('no date') }],
    ['a registration at infinity', { registeredAt: Number.NEGATIVE_INFINITY as unknown as Date }],
    ['a registration in 1970', { registeredAt: new Date(0) }],
    ['a registration in the year 1', { registeredAt: new Date('0001-01-01T00:00:00Z') }],
    ['a registration in the future', { registeredAt: new Date('2026-07-01T00:00:00Z') }],
    ['an order in 1970', { lastOrderAt: new Date(0) }],
    ['an order that is no date', { lastOrderAt: new Date(Number.NaN) }],
    ['an order in the future', { lastOrderAt: new Date('2026-06-03T00:00:00Z') }],
    [
      'a delayed date before the start of the period',
      { delayedDeletionAt: new Date('2017-01-01T00:00:00Z') },
    ],
    ['a delay that is no date', { delayedDeletionAt: new Date(Number.NaN) }],
    ['a moved date that is none', { movedDeletionAt: new Date(Number.NaN) }],
  ])('P10 %s: nothing is deleted, no reminder is sent', (_what, broken) => {
    expect(planStep(facts(broken), warned, now, 'Europe/Berlin').action).toBe('skip')
  })

  test('and the same customer with a valid date would expire', () => {
    // On the day after the end of the period.
    const due = new Date('2019-07-11T09:15:00Z')
    expect(planStep(facts({}), warned, due, 'Europe/Berlin').action).toBe('expire')
  })
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
