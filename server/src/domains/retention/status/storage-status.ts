import { TZDate } from '@date-fns/tz'
import { differenceInMonths } from 'date-fns/differenceInMonths'
import { startOfDay } from 'date-fns/startOfDay'
import type { StorageStatus } from '#contract/retention.ts'
import {
  addDays,
  computePeriod,
  countDaysUntil,
  findEarliestDeletion,
  type GetReminders,
  type RetentionFacts,
} from '../../customers/index.ts'

/**
 * Computes the storage status at `now` (PL-002, OP-25): safe with 3 or more whole calendar months left, warning with 1
 * or 2, else critical. Everything is counted on the calendar of the brand's time zone. The deletion date is the earliest
 * possible one, which differs from the projected date only if it is delayed.
 */
export function computeStorageStatus(
  facts: RetentionFacts,
  getReminders: GetReminders,
  now: Date,
  timeZone: string,
  { graceDays, projectCount }: { graceDays: number; projectCount: number },
): StorageStatus {
  const { projected, delayed, deletion: deadline } = computePeriod(facts, timeZone)
  const deletion = findEarliestDeletion(facts, getReminders, now, timeZone)
  const delayedDeletion = deletion > deadline ? deletion : delayed
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
    delayedDeletionDate: delayedDeletion?.toISOString() ?? null,
    projectedDeletionDate: projected.toISOString(),
    restorableUntil: addDays(deletion, graceDays).toISOString(),
  }
}
