import { TZDate } from '@date-fns/tz'
import { addMonths, differenceInCalendarDays, differenceInMonths, startOfDay } from 'date-fns'
import { RETENTION_MONTHS, type StorageStatus } from '#contract/retention.ts'

/** What the rule needs to know of a customer. */
export interface RetentionFacts {
  registeredAt: Date
  lastOrderAt: Date | null
  delayedDeletionAt: Date | null
  projectCount: number
}

/**
 * How long the photos are kept (PL-002, OP-25): 18 calendar months from the last order, or from registration; a delayed
 * date wins (PL-132). Whole calendar months left decide: 3 or more safe, 1 or 2 warning, 0 critical. Everything is
 * counted on the calendar of the brand's time zone.
 */
export function storageStatus(facts: RetentionFacts, now: Date, timeZone: string): StorageStatus {
  const projected = addMonths(new TZDate(facts.lastOrderAt ?? facts.registeredAt, timeZone), RETENTION_MONTHS)
  const deletion = facts.delayedDeletionAt ?? projected
  const today = startOfDay(new TZDate(now, timeZone))
  const day = startOfDay(new TZDate(deletion, timeZone))
  const months = Math.max(0, differenceInMonths(day, today))
  return {
    status: months >= 3 ? 'safe' : months >= 1 ? 'warning' : 'critical',
    monthsRemaining: months,
    daysRemaining: Math.max(0, differenceInCalendarDays(day, today)),
    deletionDate: instant(deletion),
    lastOrderDate: facts.lastOrderAt?.toISOString() ?? null,
    registrationDate: facts.registeredAt.toISOString(),
    projectCount: facts.projectCount,
    delayedDeletionDate: facts.delayedDeletionAt?.toISOString() ?? null,
    projectedDeletionDate: instant(projected),
  }
}

/** In UTC: a date of a zone writes its offset instead. */
const instant = (at: Date) => new Date(at.getTime()).toISOString()
