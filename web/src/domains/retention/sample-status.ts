import { RETENTION_MONTHS, type StorageStatus } from '#contract/retention.ts'

const MONTHS_AHEAD = 2

/**
 * What stands in outside production for a status that cannot be had (PL-191, OP-40): two months ahead, sixteen back,
 * together the whole period.
 */
export function sampleStatus(now: Date): StorageStatus {
  const deletion = monthsOn(now, MONTHS_AHEAD)
  return {
    status: 'warning',
    monthsRemaining: MONTHS_AHEAD,
    daysRemaining: Math.round((deletion.getTime() - now.getTime()) / 86_400_000),
    deletionDate: deletion.toISOString(),
    lastOrderDate: null,
    registrationDate: monthsOn(now, MONTHS_AHEAD - RETENTION_MONTHS).toISOString(),
    projectCount: 0,
    delayedDeletionDate: null,
    projectedDeletionDate: deletion.toISOString(),
  }
}

/** Exact enough for a sample: no later than the 28th, a day of every month. */
function monthsOn(from: Date, months: number): Date {
  const date = new Date(from)
  date.setUTCMonth(from.getUTCMonth() + months, Math.min(from.getUTCDate(), 28))
  return date
}
