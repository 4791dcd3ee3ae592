import { brands } from '#brands/index.ts'
import type { Customer } from '../store/customers.ts'
import { findEarliestDeletion, MIN_NOTICE_DAYS, type Reminder } from './earliest-deletion.ts'
import { addDays, findInvalidDate, type RetentionFacts } from './period.ts'

/** Returns the facts that the retention rule needs, from the customer's row. */
export const toRetentionFacts = (customer: Customer): RetentionFacts => ({
  registeredAt: customer.registered_at,
  lastOrderAt: customer.last_order_at,
  delayedDeletionAt: customer.delayed_deletion_at,
  movedDeletionAt: customer.moved_deletion_at,
  lastUploadedAt: customer.last_uploaded_at,
})

/** Finds the brand's time zone; undefined for a brand that is no longer configured, whose calendar is unknown. */
export const findTimeZone = (brandId: string): string | undefined =>
  brands.find(brand => brand.id === brandId)?.timeZone

/**
 * Returns the earliest instant at which the customer's saved projects can be deleted (PL-002), as if every reminder had
 * been sent: a few days before the real one if none was. Null while a date is invalid.
 */
export function findDeletionDate(customer: Customer, now: Date): Date | null {
  const zone = findTimeZone(customer.brand_id)
  const facts = toRetentionFacts(customer)
  return zone && !findInvalidDate(facts, now) ? findEarliestDeletion(facts, assumeReminded, now, zone) : null
}

const assumeReminded = (deadline: Date): Reminder[] => [
  { daysBefore: MIN_NOTICE_DAYS, state: 'sent', at: addDays(deadline, -MIN_NOTICE_DAYS) },
]
