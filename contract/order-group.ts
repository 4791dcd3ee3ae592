import { hasParcelUnderway } from './order-delivery.ts'
import { isInProgress, type ProgressFacts } from './order-progress.ts'
import { findState, isFailure } from './order-status.ts'
import { findWaiting, isPaymentOver, type WaitingFacts } from './order-waiting.ts'

/** needs-you: the customer has to act; finished: over, though it may not count as history yet. */
export type OrderGroup = 'needs-you' | 'on-its-way' | 'finished' | 'history'

/**
 * Returns the group of the list that an order is shown in. Orders are divided by their age: of the recent ones, those
 * that were cancelled, failed or can no longer be paid are not in progress. One with a hold, a cancellation, a report or a
 * question that is open is in progress whatever its age, and one that was cancelled after it was sent until its parcel has
 * arrived. `now`: milliseconds since 1970.
 */
export function findOrderGroup(order: GroupFacts, now: number): OrderGroup {
  const waiting = findWaiting(order, now)
  if (waiting === 'answer') return 'needs-you'
  if (waiting === 'retailer') return 'on-its-way'
  const state = findState(order.status)
  if (!waiting && isFailure(state) && hasParcelUnderway(order, now)) return 'on-its-way'
  if (!isInProgress(order, now)) return 'history'
  if (waiting === 'payment') return 'needs-you'
  if (isFailure(state)) return 'finished'
  if (state !== 'awaiting-payment') return 'on-its-way'
  return isPaymentOver(order, now) ? 'finished' : 'needs-you'
}

type GroupFacts = ProgressFacts & WaitingFacts
