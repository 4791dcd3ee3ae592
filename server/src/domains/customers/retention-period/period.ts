import { TZDate } from '@date-fns/tz'
import { addMonths } from 'date-fns/addMonths'
import { millisecondsInDay } from 'date-fns/constants'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { RETENTION_MONTHS } from '#contract/retention.ts'

/** The facts about a customer that the retention rule needs. */
export interface RetentionFacts {
  registeredAt: Date
  lastOrderAt: Date | null
  /** Set by customer care. */
  delayedDeletionAt: Date | null
  /** The date to which the retention itself postponed the deletion. */
  movedDeletionAt?: Date | null
  lastUploadedAt?: Date | null
}

/**
 * Days by which the retention postpones a deletion date of which the customer can no longer be reminded in time: enough
 * for all reminders but the first.
 */
export const POSTPONED_DAYS = 30

/** The rule that determined a deletion date. */
export type RetentionRule = 'last-order' | 'registration' | 'delayed' | 'moved'

export interface RetentionPeriod {
  rule: RetentionRule
  /** The last order, or the registration. */
  since: Date
  /** Whether `since` is an order. */
  isFromOrder: boolean
  /** 18 months after `since`. */
  projected: Date
  /** The delayed or moved date that replaces the projected one, if there is one. */
  delayed: Date | null
  deletion: Date
}

/**
 * Computes the retention period: photos are deleted 18 calendar months after the last order, else after the
 * registration, on the calendar of the brand's time zone; a delayed date wins; a date that the retention
 * itself moved counts only if it is later.
 */
export function computePeriod(facts: RetentionFacts, timeZone: string): RetentionPeriod {
  const { registeredAt, lastOrderAt, delayedDeletionAt, movedDeletionAt } = facts
  const since = lastOrderAt ?? registeredAt
  const projected = toUtcDate(addMonths(new TZDate(since, timeZone), RETENTION_MONTHS))
  const deletion = delayedDeletionAt ?? projected
  const dates = { since, isFromOrder: lastOrderAt !== null, projected }
  if (movedDeletionAt && movedDeletionAt > deletion)
    return { ...dates, rule: 'moved', delayed: movedDeletionAt, deletion: movedDeletionAt }
  const rule = delayedDeletionAt ? 'delayed' : lastOrderAt ? 'last-order' : 'registration'
  return { ...dates, rule, delayed: delayedDeletionAt, deletion }
}

/**
 * Returns the facts with an order of that instant, unchanged if there is a later order. Removes a delayed date that would
 * shorten the new period. An order that arrives so late that its period ends soon postpones the deletion, so that no date
 * is earlier than one that was displayed before.
 */
export function addOrder(
  facts: RetentionFacts,
  { orderedAt, now }: { orderedAt: Date; now: Date },
): RetentionFacts {
  const { lastOrderAt, delayedDeletionAt, movedDeletionAt = null } = facts
  if (lastOrderAt && lastOrderAt >= orderedAt) return facts
  const periodEnd = addMonths(orderedAt, RETENTION_MONTHS)
  const isDelayOutdated = delayedDeletionAt && delayedDeletionAt < periodEnd
  const postponed = addDays(now, POSTPONED_DAYS)
  const isLater = !movedDeletionAt || movedDeletionAt < postponed
  return {
    ...facts,
    lastOrderAt: orderedAt,
    delayedDeletionAt: isDelayOutdated ? null : delayedDeletionAt,
    movedDeletionAt: periodEnd < postponed && isLater ? postponed : movedDeletionAt,
  }
}

/** When the retailer had its first customers; an earlier date is some system's default value. */
const FIRST_DAY = new Date('2000-01-01T00:00:00Z')

/**
 * Names the invalid date among the facts, or returns null. Invalid: missing, not a date, before 2000, an order or a
 * registration in the future, a delayed date before the start of the period. No photo is deleted and no reminder sent
 * because of such a date.
 */
export function findInvalidDate(facts: RetentionFacts, now: Date): string | null {
  const tomorrow = new Date(now.getTime() + millisecondsInDay)
  const isPast = (date: unknown) => isValidDate(date) && date >= FIRST_DAY && date <= tomorrow
  if (!isPast(facts.registeredAt)) return 'registration'
  if (facts.lastOrderAt !== null && !isPast(facts.lastOrderAt)) return 'last-order'
  const since = facts.lastOrderAt ?? facts.registeredAt
  const { delayedDeletionAt: delayed, movedDeletionAt: moved = null } = facts
  if (delayed !== null && !(isValidDate(delayed) && delayed > since)) return 'delayed'
  if (moved !== null && !isValidDate(moved)) return 'moved'
  return null
}

const isValidDate = (date: unknown): date is Date => date instanceof Date && !Number.isNaN(date.getTime())

/** Whole calendar days from one instant to another in a zone; negative when it is past. */
export function countDaysUntil(to: Date, from: Date, timeZone: string): number {
  return Math.round(
    (Date.parse(formatCalendarDay(to, timeZone)) - Date.parse(formatCalendarDay(from, timeZone))) /
      millisecondsInDay,
  )
}

/** The day before that of an erasure, YYYY-MM-DD: an order restores the photos until its end, as the erasure may begin in the morning. */
export const findLastRestorableDay = (erasedAt: Date, timeZone: string): string =>
  formatCalendarDay(addDays(new Date(formatCalendarDay(erasedAt, timeZone)), -1), 'UTC')

export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * millisecondsInDay)

/** A TZDate would be serialised with its offset instead of in UTC. */
const toUtcDate = (at: Date) => new Date(at.getTime())
