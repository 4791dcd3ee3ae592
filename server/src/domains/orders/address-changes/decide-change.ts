import type { AddressRefusal } from '#contract/address-change.ts'
import { isFailedStatus } from '#contract/order-status.ts'
import type { Context, Tx } from '../../../context.ts'
import { combineStatus } from '../combined-status.ts'
import { mailAddressRefusal } from '../job-kinds.ts'
import { decideOrder } from '../order-invoice.ts'
import type { OrderBody } from '../tables.ts'
import { isFinished } from './address-blocks.ts'
import { type Decision, findLastChanges, isOpen, updateDecision } from './store.ts'

/**
 * Stores the decision on the customer's change that a version of an order contains. A change that a finished order
 * does not mention was never applied and counts as refused.
 */
export async function decideAddressChange(
  ctx: Context,
  tx: Tx,
  { accountId, code, body }: { accountId: string; code: string; body: OrderBody },
): Promise<void> {
  const { addressChange } = body
  if (addressChange) {
    const { changeId, state, reason = 'other' } = addressChange
    const refusal = state === 'refused' ? { refusal: reason } : {}
    await storeDecision(ctx, tx, accountId, { orderCode: code, changeId, ...refusal })
  }
  const lastChange = (await findLastChanges(tx.db, [code])).get(code)
  if (!lastChange || !isOpen(lastChange)) return
  const decided = await decideOrder(tx.db, { account_id: accountId, code, body })
  if (!isFinished(decided, ctx.clock.now())) return
  await storeDecision(ctx, tx, accountId, {
    orderCode: code,
    changeId: lastChange.change_id,
    refusal: getImplicitRefusal(decided),
  })
}

/** Stores a decision and notifies the customer of a refusal by mail. False when it was stored before. */
export async function storeDecision(
  ctx: Context,
  tx: Tx,
  accountId: string,
  decision: Omit<Decision, 'now'>,
): Promise<boolean> {
  const row = await updateDecision(tx, { ...decision, now: ctx.clock.now() })
  if (row?.state === 'refused')
    await ctx.jobs.send(tx, mailAddressRefusal, [{ accountId, changeId: row.change_id }])
  return row !== undefined
}

const getImplicitRefusal = (body: OrderBody): AddressRefusal =>
  isFailedStatus(combineStatus(body)) ? 'cancelled' : 'in-production'
