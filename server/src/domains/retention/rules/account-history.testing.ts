import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { REMINDER_DAYS } from '#contract/retention.ts'
import { createRandom, type Random } from '../../../testing/random.ts'
import {
  addDays,
  computePeriod,
  countDaysUntil,
  findEarliestDeletion,
  findLastRestorableDay,
  findReactivatedDeletion,
  POSTPONED_DAYS,
  type Reminder,
  type RetentionFacts,
  setDelay,
} from '../../customers/index.ts'
import { MIN_NOTICE_DAYS } from '../../customers/retention-period/earliest-deletion.ts'
import { addOrder } from '../../customers/retention-period/period.ts'
import { computeStorageStatus } from '../status/status.ts'
import { createDeadlineFilter, findOutdatedState, planStep } from './plan.ts'

const DAY = 86_400_000
const GRACE_DAYS = 30
const ZONES = ['Europe/London', 'Europe/Berlin', 'Europe/Lisbon', 'Europe/Stockholm', 'Pacific/Kiritimati']
const STEPS = 9

type HistoryReminder = Reminder & { deadline: Date }

/** What happened in the histories, so that a test can prove that each kind occurred. */
export type Outcomes = Map<string, number>

/**
 * Lives one random history of an account against the worker's own decision (`planStep`): orders, late orders, sign-ins,
 * uploads, delays, reactivations, missed runs, runs held by the guard, reminders sent, refused, bounced or delayed. Throws
 * at the first date that was displayed or mailed and is later than what the worker did.
 */
export function liveAccountHistory(seed: number, outcomes: Outcomes): void {
  new AccountHistory(createRandom(seed), outcomes).live()
}

class AccountHistory {
  readonly #random: Random
  readonly #outcomes: Outcomes
  readonly #zone: string
  #now: Date
  #facts: RetentionFacts
  #reminders: HistoryReminder[] = []
  #hasContent = true
  #eraseAt: Date | null = null
  /** The latest date that was displayed or mailed; nothing may expire before. */
  #displayed = new Date(0)
  /** Until when the screen said that an order restores what expires. */
  #restorable = ''

  constructor(random: Random, outcomes: Outcomes) {
    this.#random = random
    this.#outcomes = outcomes
    this.#zone = random.pick(ZONES)
    const registeredAt = new Date(Date.UTC(2012, 0, 1) + random.integer(9 * 365 * 1440) * 60_000)
    this.#facts = { registeredAt, lastOrderAt: null, delayedDeletionAt: null, movedDeletionAt: null }
    this.#now = new Date(registeredAt.getTime() + random.integer(1440) * 60_000)
    this.#hasContent = random.chance(0.6)
  }

  live(): void {
    for (let step = 0; step < STEPS; step++) {
      this.#pass()
      this.#display()
      this.#act()
      this.#display()
      if (this.#random.chance(0.8)) this.#run()
      this.#display()
    }
    // One of several, because it takes as long as the rest of the history.
    if (this.#random.chance(0.2)) this.#runUntilExpiration()
  }

  /** Advances to another day: mostly one that is near the deletion date. */
  #pass(): void {
    const { deletion } = this.#period
    const days = this.#random.pick([62, 60, 40, 31, 30, 14, 9, 8, 7, 6, 3, 1, 0, -1, -3, -7, -8, -40, -1200])
    const near = addDays(deletion, -days)
    const isJump = this.#random.chance(0.6) && near > this.#now
    const next = isJump ? near : addDays(this.#now, this.#random.pick([0, 0, 1, 1, 1, 2, 5, 29]))
    this.#now = new Date(next.getTime() + this.#random.integer(1440) * 60_000)
    this.#sendDelayedReminders()
  }

  /** Orders, delays, activations, uploads and bounces, each at times; mostly only a sign-in. */
  #act(): void {
    const now = this.#now
    const actions: readonly (() => void)[] = [
      () => this.#order(now),
      // Half of them so late that their period ends soon.
      () =>
        this.#order(
          addDays(now, -this.#random.pick([this.#random.integer(640), 500 + this.#random.integer(50)])),
        ),
      () => this.#delay(addDays(now, 1 + this.#random.integer(400))),
      () => this.#delay(null),
      () => this.#reactivate(),
      () => this.#bounce(),
      () => {
        this.#hasContent = false
      },
      ...Array.from({ length: 3 }, () => () => this.#upload()),
    ]
    actions[this.#random.integer(30)]?.()
  }

  #upload(): void {
    this.#hasContent = true
    this.#facts = { ...this.#facts, lastUploadedAt: this.#now }
  }

  #reactivate(): void {
    this.#count('reactivated')
    const reactivated = findReactivatedDeletion(this.#period.deletion, this.#now)
    const { movedDeletionAt } = this.#facts
    const isLater = !movedDeletionAt || movedDeletionAt < reactivated
    if (isLater) this.#facts = { ...this.#facts, movedDeletionAt: reactivated }
  }

  get #period() {
    return computePeriod(this.#facts, this.#zone)
  }

  get #getReminders() {
    return createDeadlineFilter(this.#reminders)
  }

  #order(orderedAt: Date): void {
    if (orderedAt < this.#facts.registeredAt) return
    this.#count(orderedAt < this.#now ? 'late order' : 'order')
    this.#facts = addOrder(this.#facts, { orderedAt, now: this.#now })
    const { deletion } = computePeriod({ ...this.#facts, movedDeletionAt: null }, this.#zone)
    if (!this.#eraseAt || deletion <= this.#now) return
    this.#count('restored')
    this.#eraseAt = null
    this.#hasContent = true
  }

  #delay(until: Date | null): void {
    const { lastOrderAt, registeredAt } = this.#facts
    if (until && until <= (lastOrderAt ?? registeredAt)) return
    this.#count('delay')
    this.#facts = setDelay(this.#facts, until, this.#getReminders, this.#now, this.#zone)
    // Customer care may shorten what was displayed, but not below the time that all reminders but the first need.
    const limit = addDays(this.#now, POSTPONED_DAYS)
    if (this.#displayed > limit) this.#displayed = limit
    const lastDay = findLastRestorableDay(addDays(limit, GRACE_DAYS), this.#zone)
    if (this.#restorable > lastDay) this.#restorable = lastDay
  }

  #bounce(): void {
    const sent = this.#reminders.findLast(({ state }) => state === 'sent')
    if (!sent) return
    this.#count('bounced')
    sent.state = 'failed'
  }

  /** Looks at the date; mostly by the function alone, because the whole status takes three times as long. */
  #display(): void {
    const deletion = findEarliestDeletion(this.#facts, this.#getReminders, this.#now, this.#zone)
    check(deletion >= this.#now, 'a past date is displayed')
    if (deletion > this.#displayed) this.#displayed = deletion
    if (this.#random.chance(0.1)) this.#displayStatus(deletion)
  }

  #displayStatus(deletion: Date): void {
    const amounts = { graceDays: GRACE_DAYS, projectCount: 0 }
    const status = computeStorageStatus(this.#facts, this.#getReminders, this.#now, this.#zone, amounts)
    check(status.deletionDate === deletion.toISOString(), 'the status has another date')
    const derived = status.delayedDeletionDate ?? status.projectedDeletionDate
    check(derived === status.deletionDate || deletion <= this.#now, 'the date is not the derived one')
    const { lastRestorableDay } = status
    if (lastRestorableDay > this.#restorable) this.#restorable = lastRestorableDay
  }

  /** A daily run of the worker, which the guard may hold. */
  #run(): void {
    const now = this.#now
    if (this.#eraseAt && this.#eraseAt <= now) {
      this.#eraseAt = null
      this.#count('erased')
    }
    if (!this.#hasContent) return
    const step = planStep(this.#facts, this.#getReminders, now, this.#zone)
    if (step.action === 'postpone') {
      this.#count('postponed')
      this.#facts = { ...this.#facts, movedDeletionAt: step.to }
      this.#run()
    }
    if (step.action === 'remind') this.#makeReminderDue(step.daysBefore)
    if (step.action !== 'expire') return
    if (this.#random.chance(0.2)) this.#count('held')
    else this.#expire()
  }

  #expire(): void {
    const now = this.#now
    const { deletion } = this.#period
    if (this.#eraseAt) return
    this.#count('expired')
    check(
      now >= this.#displayed,
      `expired at ${now.toISOString()}, displayed: ${this.#displayed.toISOString()}`,
    )
    const notices = this.#getReminders(deletion).filter(({ state }) => state === 'sent')
    check(
      notices.some(({ at }) => countDaysUntil(deletion, at, this.#zone) >= MIN_NOTICE_DAYS),
      'expired without a reminder',
    )
    this.#hasContent = false
    this.#eraseAt = addDays(now, GRACE_DAYS)
    const erasedOn = formatCalendarDay(this.#eraseAt, this.#zone)
    check(erasedOn > this.#restorable, 'restorable for a shorter time than displayed')
    this.#facts = { ...this.#facts, movedDeletionAt: addDays(this.#eraseAt, POSTPONED_DAYS) }
  }

  #makeReminderDue(daysBefore: number): void {
    const { deletion: deadline } = this.#period
    if (this.#reminders.some(each => isSame(each, { deadline, daysBefore }))) return
    this.#reminders.push({ deadline, daysBefore, state: 'due', at: this.#now })
    // Otherwise the rate of the brand or the mail server delays it.
    if (this.#random.chance(0.7)) this.#sendDelayedReminders()
  }

  #sendDelayedReminders(): void {
    for (const reminder of this.#reminders.filter(({ state }) => state === 'due')) {
      const outdated = findOutdatedState(this.#facts, this.#getReminders, reminder, this.#now, this.#zone)
      reminder.at = this.#now
      if (outdated || !this.#hasContent) {
        reminder.state = outdated ?? 'withdrawn'
        continue
      }
      const earliest = findEarliestDeletion(this.#facts, this.#getReminders, this.#now, this.#zone)
      check(earliest.getTime() === reminder.deadline.getTime(), 'mail and screen name different dates')
      if (reminder.deadline > this.#displayed) this.#displayed = reminder.deadline
      reminder.state = this.#random.pick(['sent', 'sent', 'sent', 'sent', 'failed', 'unknown', 'due'])
      this.#count(`reminder ${reminder.state}`)
    }
  }

  /** With daily runs and delivered mails the library expires within two days of the displayed date: it is not too early. */
  #runUntilExpiration(): void {
    if (this.#eraseAt) return
    this.#hasContent = true
    this.#facts = { ...this.#facts, lastUploadedAt: this.#now }
    const first = findEarliestDeletion(this.#facts, this.#getReminders, this.#now, this.#zone)
    const start = countDaysUntil(first, this.#now, this.#zone) - REMINDER_DAYS[0] - 5
    if (start > 0) this.#now = addDays(this.#now, start)
    this.#reminders = this.#reminders.filter(({ state }) => state !== 'due')
    for (let day = 0; day < 100; day++, this.#now = addDays(this.#now, 1)) {
      let step = planStep(this.#facts, this.#getReminders, this.#now, this.#zone)
      if (step.action === 'postpone') {
        this.#facts = { ...this.#facts, movedDeletionAt: step.to }
        step = planStep(this.#facts, this.#getReminders, this.#now, this.#zone)
      }
      if (step.action === 'remind') {
        const key = { deadline: this.#period.deletion, daysBefore: step.daysBefore }
        this.#reminders = this.#reminders.filter(each => !isSame(each, key))
        this.#reminders.push({ ...key, state: 'sent', at: this.#now })
      }
      if (step.action !== 'expire') continue
      check(this.#now >= first, 'expired before the displayed date')
      check(this.#now.getTime() - first.getTime() <= 2 * DAY, 'displayed a date that is needlessly early')
      return
    }
    throw new Error('never expired')
  }

  #count(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
  }
}

function check(isTrue: boolean, failure: string): void {
  if (!isTrue) throw new Error(failure)
}

const isSame = (a: Pick<HistoryReminder, 'deadline' | 'daysBefore'>, b: typeof a) =>
  a.daysBefore === b.daysBefore && a.deadline.getTime() === b.deadline.getTime()
