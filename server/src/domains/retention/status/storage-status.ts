import { TZDate } from '@date-fns/tz'
import { differenceInMonths } from 'date-fns/differenceInMonths'
import { startOfDay } from 'date-fns/startOfDay'
import type { StorageStatus } from '#contract/retention.ts'
import { computePeriod, countDaysUntil, type RetentionFacts } from '../../customers/index.ts'

/**
 * Computes the storage status at `now` (PL-002, OP-25): safe with 3 or more whole calendar months left, warning with 1
 * or 2, else critical. Everything is counted on the calendar of the brand's time zone.
 */
export function computeStorageStatus(
  facts: RetentionFacts,
  now: Date,
  timeZone: string,
  projectCount = 0,
): StorageStatus {
  const { projected, delayed, deletion } = computePeriod(facts, timeZone)
  const today = startOfDay(new TZDate(now, timeZone))
  const day = startOfDay(new TZDate(deletion, timeZone))
  const months = Math.max(0, differenceInMonths(day, today))
  return {
    status: months >= 3 ? 'safe' : months >= 1 ? 'warning' : 'critical',
    monthsRemaining: months,
    daysRemaining: Math.max(0, countDaysUntil(deletion, now, timeZone)),
    deletionDate: deletion.toISOString(),
    lastOrderDate: facts.lastOrderAt?.toISOString() ?? null,
    registrationDate: facts.registeredAt.toISOString(),
    projectCount,
    delayedDeletionDate: delayed?.toISOString() ?? null,
    projectedDeletionDate: projected.toISOString(),
  }
}
