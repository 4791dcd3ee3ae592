import type { CancellationBlocker, CancellationReason } from '#contract/cancellation.ts'
import { type Context, change } from '../../../context.ts'
import { Failure, notFound } from '../../../http/failure.ts'
import { findGeneralBlock } from '../general-block.ts'
import { publishOrderChange } from '../notifications.ts'
import { getTimestampAfter } from '../request-time.ts'
import { lockOrder } from '../store.ts'
import { findCancellationBlock } from './cancellation-blocks.ts'
import { enqueueCancellation } from './send-cancellation.ts'
import {
  type CancellationRow,
  findCancellation,
  findLastCancellations,
  insertCancellation,
  isOpen,
} from './store.ts'

/**
 * Requests that an order is cancelled (NX-119). The cancellation and the message to the order system commit together. While one
 * is open, and under an id that the order has already, nothing changes, so the call is idempotent. Not-found for an unknown or
 * foreign order, conflict with its reason for one that cannot be cancelled, conflict for an id of something else.
 */
export async function requestCancellation(
  ctx: Context,
  accountId: string,
  { code, cancellationId, reason }: CancellationRequest,
): Promise<void> {
  await change(ctx, async tx => {
    const order = await lockOrder(tx, code)
    if (order?.account_id !== accountId) throw notFound('Order')
    const last = (await findLastCancellations(tx.db, [code])).get(code)
    if (last && isOpen(last)) return
    const stored = await findCancellation(tx.db, cancellationId)
    if (stored && isSameRequest(stored, { code, reason })) return
    if (stored) throw createIdConflict()
    const now = ctx.clock.now()
    const block =
      findCancellationBlock(order.body, { cancellation: last?.state, now }) ??
      (await findGeneralBlock(ctx, tx.db, accountId))
    if (block) throw createBlockedFailure(block)
    const key = { cancellation_id: cancellationId, account_id: accountId, order_code: code }
    const isInserted = await insertCancellation(tx, {
      ...key,
      state: 'requested',
      reason: reason ?? null,
      requested_at: getTimestampAfter(last?.requested_at, now),
    })
    if (!isInserted) throw createIdConflict()
    await enqueueCancellation(ctx, tx, key)
    await publishOrderChange(ctx, tx, accountId, code)
  })
}

export interface CancellationRequest {
  code: string
  cancellationId: string
  reason?: CancellationReason | undefined
}

const isSameRequest = (row: CancellationRow, { code, reason }: Omit<CancellationRequest, 'cancellationId'>) =>
  row.order_code === code && row.reason === (reason ?? null)

const createIdConflict = () => new Failure('conflict', 'The id is that of another cancellation')

const createBlockedFailure = (reason: CancellationBlocker) =>
  new Failure('conflict', `The order cannot be cancelled: ${reason}`, { reason })
