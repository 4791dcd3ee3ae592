import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { Context, Tx } from '../../../context.ts'
import { storeDecision as storeAddressDecision } from '../address-changes/decide-change.ts'
import { findLastChanges, isOpen } from '../address-changes/store.ts'
import { combineStatus } from '../combined-status.ts'
import { mailCancellationDecision } from '../job-kinds.ts'
import type { OrderBody } from '../tables.ts'
import { type Decision, findCancellation, findLastCancellations, updateDecision } from './store.ts'

/**
 * Stores the decision on the customer's cancellation that a version of an order contains. One that the version does not name
 * ends with the order: as accepted when it was cancelled or failed for good, as refused when all of it was sent. A cancellation that
 * Keepsake does not know is ignored and logged. Whether the version accepted it, which its mail tells, is returned.
 */
export async function decideCancellation(
  ctx: Context,
  tx: Tx,
  { accountId, code, body }: { accountId: string; code: string; body: OrderBody },
): Promise<{ isAccepted: boolean }> {
  let isAccepted = false
  const decide = async (decision: Omit<Decision, 'now'>) => {
    const isStored = await storeDecision(ctx, tx, decision)
    if (isStored && decision.refusal === undefined) isAccepted = true
  }
  if (body.cancellation) {
    const { cancellationId, state, reason = 'other' } = body.cancellation
    const row = await findCancellation(tx.db, cancellationId)
    if (row?.order_code === code)
      await decide({ cancellationId, ...(state === 'refused' ? { refusal: reason } : {}) })
    else
      tx.afterCommit(() =>
        ctx.log.warn({ accountId, order: code, cancellationId }, 'a version names an unknown cancellation'),
      )
  }
  const last = (await findLastCancellations(tx.db, [code])).get(code)
  const end = findEnd(body)
  if (!last || !isOpen(last) || !end) return { isAccepted }
  const { cancellation_id: cancellationId } = last
  await decide({ cancellationId, ...(end === 'sent' ? { refusal: end } : {}) })
  return { isAccepted }
}

/**
 * Stores a decision and notifies the customer by mail. An accepted one refuses the open change of the delivery address. False when it was stored before.
 */
export async function storeDecision(ctx: Context, tx: Tx, decision: Omit<Decision, 'now'>): Promise<boolean> {
  const row = await updateDecision(tx, { ...decision, now: ctx.clock.now() })
  if (!row) return false
  const { account_id: accountId, order_code: orderCode, cancellation_id: cancellationId } = row
  await ctx.jobs.send(tx, mailCancellationDecision, [{ accountId, cancellationId }])
  if (row.state === 'accepted') {
    const lastChange = (await findLastChanges(tx.db, [orderCode])).get(orderCode)
    if (lastChange && isOpen(lastChange))
      await storeAddressDecision(ctx, tx, accountId, {
        orderCode,
        changeId: lastChange.change_id,
        refusal: 'cancelled',
      })
  }
  return true
}

/** How the order has ended without naming a cancellation; a failed payment can be made again. */
function findEnd(body: OrderBody): 'sent' | 'cancelled' | undefined {
  switch (STATES_OF_STATUSES[combineStatus(body)]) {
    case 'sent':
      return 'sent'
    case 'cancelled':
    case 'rejected':
    case 'verification-failed':
    case 'processing-failed':
      return 'cancelled'
    default:
      return undefined
  }
}
