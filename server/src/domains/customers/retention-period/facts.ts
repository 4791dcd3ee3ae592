import { brands } from '#brands/index.ts'
import type { Customer } from '../store/customers.ts'
import { computePeriod, findInvalidDate, type RetentionFacts } from './period.ts'

/** Returns the facts that the retention rule needs, from the customer's row. */
export const toRetentionFacts = (customer: Customer): RetentionFacts => ({
  registeredAt: customer.registered_at,
  lastOrderAt: customer.last_order_at,
  delayedDeletionAt: customer.delayed_deletion_at,
  movedDeletionAt: customer.moved_deletion_at,
})

/** Finds the brand's time zone; undefined for a brand that is no longer configured, whose calendar is unknown. */
export const findTimeZone = (brandId: string): string | undefined =>
  brands.find(brand => brand.id === brandId)?.timeZone

/** Returns when the customer's photos and saved projects are deleted (PL-002); null while a date is invalid. */
export function findDeletionDate(customer: Customer, now: Date): Date | null {
  const zone = findTimeZone(customer.brand_id)
  const facts = toRetentionFacts(customer)
  return zone && !findInvalidDate(facts, now) ? computePeriod(facts, zone).deletion : null
}
