import { OUTBOUND_TIMEOUT_MS } from '../../../platform/outbound/outbound.ts'
import type { ClaimFilter } from '../store/claims.ts'

/** Events of one kind, with the number of deliveries in a process at the same time, of all accounts and of each. */
export interface Lane {
  name: 'requested' | 'working' | 'failing'
  filter: ClaimFilter
  places: number
  perAccount: number
}

/**
 * Three lanes, so that nobody waits for somebody else's endpoint: what a person requested; endpoints that work; endpoints
 * whose last attempt failed, which may take OUTBOUND_TIMEOUT_MS each time. 200 endpoints that die at the same moment
 * occupy 400 places of the second lane, and then 200 of the third.
 */
export const LANES: readonly Lane[] = [
  { name: 'requested', filter: { requested: true }, places: 64, perAccount: 1 },
  { name: 'working', filter: { requested: false, failing: false }, places: 512, perAccount: 2 },
  { name: 'failing', filter: { requested: false, failing: true }, places: 256, perAccount: 1 },
]

/** After it an event whose process died is delivered by another: longer than an attempt and its being stored take. */
export const CLAIM_MS = OUTBOUND_TIMEOUT_MS + 15_000
