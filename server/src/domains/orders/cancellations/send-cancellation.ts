import { CANCELLATION_REFUSALS, type CancellationRefusal } from '#contract/cancellation.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import type { Context, Tx } from '../../../context.ts'
import { defineMessageKind, enqueueMessage } from '../../retailer-outbox/index.ts'
import { publishOrderChange } from '../notifications.ts'
import { lockOrder } from '../store.ts'
import { storeDecision } from './decide-cancellation.ts'
import { type CancellationRow, findCancellation, markSent } from './store.ts'

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

/** Enqueues a cancellation of the locked order for the order system; after the order's earlier messages. */
export const enqueueCancellation = (
  ctx: Context,
  tx: Tx,
  {
    cancellation_id: messageId,
    account_id: accountId,
    order_code,
  }: Pick<CancellationRow, 'cancellation_id' | 'account_id' | 'order_code'>,
): Promise<void> =>
  enqueueMessage(ctx, tx, cancellation, { messageId, accountId, subject: `order:${order_code}` })
