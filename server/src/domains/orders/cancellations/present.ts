import type { Cancellation } from '#contract/cancellation.ts'
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
