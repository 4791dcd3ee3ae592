import { OUTBOUND_TIMEOUT_MS } from '../../../platform/outbound/outbound.ts'
import type { ClaimFilter } from '../store/claims.ts'

/** A class of events with its own limits of concurrent deliveries in a process. */
export interface Lane {
  name: 'requested' | 'working' | 'failing'
  filter: ClaimFilter
  concurrency: number
  perAccount: number
}

/**
 * Three lanes, so that a slow endpoint delays no other account: what a person requested; endpoints that work;
 * endpoints whose last attempt failed, which may take OUTBOUND_TIMEOUT_MS each time. If 200 endpoints fail at the same
 * moment they occupy 400 slots of the second lane, and then 200 of the third.
 */
export const LANES: readonly Lane[] = [
  { name: 'requested', filter: { requested: true }, concurrency: 64, perAccount: 1 },
  { name: 'working', filter: { requested: false, failing: false }, concurrency: 512, perAccount: 2 },
  { name: 'failing', filter: { requested: false, failing: true }, concurrency: 256, perAccount: 1 },
]

/**
 * The lease of an event; after it another process delivers the event. Longer than it takes to attempt the delivery and
 * store the result.
 */
export const LEASE_MS = OUTBOUND_TIMEOUT_MS + 15_000
