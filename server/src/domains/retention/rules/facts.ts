import { brands } from '#brands/index.ts'
import type { Customer } from '../../customers/index.ts'
import type { RetentionFacts } from './period.ts'

/** What the rule needs to know of a customer, from the row. */
export const toRetentionFacts = (customer: Customer): RetentionFacts => ({
  registeredAt: customer.registered_at,
  lastOrderAt: customer.last_order_at,
  delayedDeletionAt: customer.delayed_deletion_at,
  movedDeletionAt: customer.moved_deletion_at,
  // Saved projects are not kept here yet.
  projectCount: 0,
})

/** The brand's zone; undefined for a brand that has left the configuration: nobody knows its calendar. */
export const timeZoneOfBrand = (brandId: string): string | undefined =>
  brands.find(brand => brand.id === brandId)?.timeZone
