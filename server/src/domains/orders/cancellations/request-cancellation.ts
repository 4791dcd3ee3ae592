import {
  CANCELLATION_REFUSALS,
  type CancellationBlocker,
  type CancellationReason,
  type CancellationRefusal,
} from '#contract/cancellation.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import { Failure, notFound } from '../../../http/failure.ts'
import { defineMessageKind, enqueueMessage } from '../../retailer-outbox/index.ts'
import { isOpen } from '../address-changes/store.ts'
import { findGeneralBlock } from '../general-block.ts'
import { publishOrderChange } from '../notifications.ts'
import { decideOrder } from '../order-invoice.ts'
import { getTimestampAfter } from '../request-time.ts'
import { lockOrder } from '../store.ts'
import { findCancellationBlock } from './cancellation-blocks.ts'
import { storeDecision } from './decide-cancellation.ts'
import {
  type CancellationRow,
  findCancellation,
  findLastCancellations,
  insertCancellation,
  markSent,
} from './store.ts'

/**
 * Requests that an order is cancelled. The cancellation and the message to the order system commit together. While one
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
      findCancellationBlock(await decideOrder(tx.db, order), { cancellation: last?.state, now }) ??
      (await findGeneralBlock(ctx, tx.db, accountId))
    if (block) throw createBlockedFailure(block)
    const isInserted = await insertCancellation(tx, {
      cancellation_id: cancellationId,
      account_id: accountId,
      order_code: code,
      state: 'requested',
      reason: reason ?? null,
      requested_at: getTimestampAfter(last?.requested_at, now),
    })
    if (!isInserted) throw createIdConflict()
    // After the order's earlier messages.
    await enqueueMessage(ctx, tx, cancellation, {
      messageId: cancellationId,
      accountId,
      subject: `order:${code}`,
    })
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

/** A requested cancellation, which the order system identifies by its id. */
const cancellation = defineMessageKind({
  name: 'orders.cancellation',
  call: cancelRetailerOrder,
  async build({ db }, { messageId: cancellationId }) {
    const row = await findCancellation(db, cancellationId)
    if (row?.state !== 'requested') return undefined
    const { order_code: code, requested_at: requestedAt, reason } = row
    return {
      params: { code },
      body: { cancellationId, requestedAt: requestedAt.toISOString(), reason: reason ?? undefined },
    }
  },
  async onAnswer(ctx, tx, { messageId: cancellationId }, answer) {
    const row = await findCancellation(tx.db, cancellationId)
    if (!row) return
    const { account_id: accountId, order_code: orderCode } = row
    // Locks the order before its cancellation, as `upsertOrder` does, so that the two do not deadlock.
    await lockOrder(tx, orderCode)
    const isNew =
      answer.result === 'refused'
        ? await storeRefusal(ctx, tx, cancellationId, toRefusal(answer.reason))
        : await markSent(tx, cancellationId, ctx.clock.now())
    if (isNew) await publishOrderChange(ctx, tx, accountId, orderCode)
  },
})

/** Stores a refusal by the answer, unless a version of the order has decided before. */
async function storeRefusal(
  ctx: Context,
  tx: Tx,
  cancellationId: string,
  refusal: CancellationRefusal,
): Promise<boolean> {
  const row = await findCancellation(tx.db, cancellationId)
  return row?.state === 'requested' && storeDecision(ctx, tx, { cancellationId, refusal })
}

const toRefusal = (reason: string): CancellationRefusal =>
  CANCELLATION_REFUSALS.find(each => each === reason) ?? 'other'
