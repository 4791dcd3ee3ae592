import type { Cancellation } from '#contract/cancellation.ts'
import { type OrderState, type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { GeneralBlocker } from '../general-block.ts'
import type { OrderBody } from '../tables.ts'
import { findCancellationBlock } from './cancellation-blocks.ts'
import type { CancellationRow } from './store.ts'

/**
 * Presents the last cancellation of an order, and whether it can be cancelled. `block`: what prevents cancellations of all orders of
 * the account.
 */
export function presentCancellation(
  body: OrderBody,
  last: CancellationRow | undefined,
  { block, now }: { block: GeneralBlocker | undefined; now: Date },
): Cancellation {
  return {
    blockedBy: findCancellationBlock(body, { cancellation: last?.state, now }) ?? block,
    last: last && {
      cancellationId: last.cancellation_id,
      state: last.state,
      requestedAt: last.requested_at.toISOString(),
      refusal: last.refusal ?? undefined,
    },
  }
}

/** Whether an accepted cancellation ends an order in this state. */
export const isEndedByCancellation = (state: string): boolean => ENDED_STATES.some(each => each === state)

const ENDED_STATES: readonly OrderState[] = ['awaiting-payment', 'payment-failed', 'ordered']

/**
 * Returns the status with which an order or a product is shown: once its cancellation is accepted it is cancelled, also while the
 * order system's status does not say so yet, so that nobody pays for it or waits for it.
 */
export const presentStatus = (status: OrderStatus, last: CancellationRow | undefined): OrderStatus =>
  last?.state === 'accepted' && isEndedByCancellation(STATES_OF_STATUSES[status]) ? 'Cancelled' : status
