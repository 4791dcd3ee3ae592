import { TZDate } from '@date-fns/tz'
import { addMonths } from 'date-fns/addMonths'
import { RETENTION_MONTHS } from '#contract/retention.ts'

/** What the rule needs to know of a customer. */
export interface RetentionFacts {
  registeredAt: Date
  lastOrderAt: Date | null
  /** Set by customer care. */
  delayedDeletionAt: Date | null
  /** Where the retention itself moved the date to, because it had to. */
  movedDeletionAt?: Date | null
  projectCount: number
}

/** Why a deletion date is what it is. */
export type Rule = 'last-order' | 'registration' | 'delayed' | 'moved'

export interface Period {
  rule: Rule
  /** The last order, or the registration. */
  since: Date
  /** Whether `since` is an order. */
  ordered: boolean
  projected: Date
  /** What decides instead of the projected date, if anything does. */
  delayed: Date | null
  deletion: Date
}

/**
 * When the photos go (PL-002): 18 calendar months after the last order, or after the registration, on the calendar of
 * the brand's zone; a delayed date wins (PL-132); a date moved by the retention itself counts only where it is later.
 */
export function periodOf(facts: RetentionFacts, timeZone: string): Period {
  const { registeredAt, lastOrderAt, delayedDeletionAt, movedDeletionAt } = facts
  const since = lastOrderAt ?? registeredAt
  const projected = plain(addMonths(new TZDate(since, timeZone), RETENTION_MONTHS))
  const stated = delayedDeletionAt ?? projected
  const dates = { since, ordered: lastOrderAt !== null, projected }
  if (movedDeletionAt && movedDeletionAt > stated)
    return { ...dates, rule: 'moved', delayed: movedDeletionAt, deletion: movedDeletionAt }
  const rule = delayedDeletionAt ? 'delayed' : lastOrderAt ? 'last-order' : 'registration'
  return { ...dates, rule, delayed: delayedDeletionAt, deletion: stated }
}

/** The retailer's first customers; what is earlier is the default of some system. */
const FIRST_DAY = new Date('2000-01-01T00:00:00Z')
const DAY_MS = 86_400_000

/**
 * The date nobody can go by, or null: missing, no date at all, before 2000, an order or a registration in the future, a
 * delay to before the period began. Nothing is ever deleted, and nobody reminded, on such a date.
 */
export function findInvalidDate(facts: RetentionFacts, now: Date): string | null {
  const tomorrow = new Date(now.getTime() + DAY_MS)
  const isPast = (date: unknown) => isSound(date) && date >= FIRST_DAY && date <= tomorrow
  if (!isPast(facts.registeredAt)) return 'registration'
  if (facts.lastOrderAt !== null && !isPast(facts.lastOrderAt)) return 'last-order'
  const since = facts.lastOrderAt ?? facts.registeredAt
  const { delayedDeletionAt: delayed, movedDeletionAt: moved = null } = facts
  if (delayed !== null && !(isSound(delayed) && delayed > since)) return 'delayed'
  if (moved !== null && !isSound(moved)) return 'moved'
  return null
}

const isSound = (date: unknown): date is Date => date instanceof Date && !Number.isNaN(date.getTime())

/** The calendar day of an instant in a zone, 'YYYY-MM-DD'. */
export function dayIn(at: Date, timeZone: string): string {
  const date = new TZDate(at, timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  const year = String(date.getFullYear()).padStart(4, '0')
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Whole calendar days from one instant to another in a zone; negative when it is past. */
export function daysUntil(to: Date, from: Date, timeZone: string): number {
  return Math.round((Date.parse(dayIn(to, timeZone)) - Date.parse(dayIn(from, timeZone))) / DAY_MS)
}

export const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)

/** In UTC: a date of a zone writes its offset instead. */
const plain = (at: Date) => new Date(at.getTime())
