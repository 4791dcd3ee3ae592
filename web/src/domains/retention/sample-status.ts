import { RETENTION_MONTHS, type StorageStatus } from '#contract/retention.ts'

const MONTHS_AHEAD = 2

/**
 * Sample used outside production when the status cannot be fetched (PL-191, OP-40): deletion in two months, registration
 * sixteen months ago, together the whole retention period.
 */
export function createSampleStatus(now: Date): StorageStatus {
  const deletion = addMonths(now, MONTHS_AHEAD)
  return {
    status: 'warning',
    monthsRemaining: MONTHS_AHEAD,
    daysRemaining: Math.round((deletion.getTime() - now.getTime()) / 86_400_000),
    deletionDate: deletion.toISOString(),
    lastOrderDate: null,
    registrationDate: addMonths(now, MONTHS_AHEAD - RETENTION_MONTHS).toISOString(),
    projectCount: 0,
    delayedDeletionDate: null,
    projectedDeletionDate: deletion.toISOString(),
    restorableUntil: addMonths(deletion, 1).toISOString(),
  }
}

/** Adds months, with the day limited to the 28th, which every month has. */
function addMonths(from: Date, months: number): Date {
  const date = new Date(from)
  date.setUTCMonth(from.getUTCMonth() + months, Math.min(from.getUTCDate(), 28))
  return date
}
