import { brands } from '#brands/index.ts'
import type { Customer } from '../../customers/index.ts'
import type { RetentionFacts } from './period.ts'

/** The facts that the retention rule needs, from the customer's row. */
export const toRetentionFacts = (customer: Customer): RetentionFacts => ({
  registeredAt: customer.registered_at,
  lastOrderAt: customer.last_order_at,
  delayedDeletionAt: customer.delayed_deletion_at,
  movedDeletionAt: customer.moved_deletion_at,
  // Saved projects are not stored here yet.
  projectCount: 0,
})

/** The brand's time zone; undefined for a brand that is no longer configured, whose calendar is unknown. */
export const timeZoneOfBrand = (brandId: string): string | undefined =>
  brands.find(brand => brand.id === brandId)?.timeZone
