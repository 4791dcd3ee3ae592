import { type Instant, local, type NullableInstant, type TablesOf } from '../../schema.ts'

/** Keyed by address: a person without an account can subscribe. The eraser finds an account's rows by its address. */
export const subscriptionTables = {
  subscription_profiles: local<SubscriptionProfilesTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof subscriptionTables> {}
}

/** requested → confirmed → withdrawn; a later request starts again. */
export interface SubscriptionProfilesTable {
  brand_id: string
  /** Normalised. */
  email: string
  state: 'requested' | 'confirmed' | 'withdrawn'
  /** The confirming token is derived from it and the server's secret (subscription-token.ts). */
  ticket: string
  /** Part of the address that unsubscribes. */
  unsubscribe_id: string
  locale: string
  /** The page or system in which the person subscribed. */
  source: string
  requested_at: Instant
  confirmed_at: NullableInstant
  withdrawn_at: NullableInstant
}
