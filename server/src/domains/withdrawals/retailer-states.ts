import type { Context, Tx } from '../../context.ts'
import { findOrder } from '../orders/index.ts'
import { mailDecisionJob } from './job-kinds.ts'
import { listWithdrawals, updateState } from './store.ts'

/**
 * Applies what a stored version of an order says about its withdrawals (NX-133). An id that the order has no withdrawal with is
 * ignored and logged. The customer is told of a confirmation and of a rejection by mail.
 */
export async function applyRetailerStates(
  ctx: Context,
  tx: Tx,
  { accountId, code }: { accountId: string; code: string },
): Promise<void> {
  const order = await findOrder(tx.db, accountId, code)
  const sent = order?.body.withdrawals ?? []
  if (sent.length === 0) return
  const known = new Map(
    (await listWithdrawals(tx.db, accountId, [code])).map(row => [row.withdrawal_id, row]),
  )
  for (const { withdrawalId, state, reason, labelUrl, sendBackBy } of sent) {
    const row = known.get(withdrawalId)
    if (!row) {
      ctx.log.warn({ accountId, order: code, withdrawalId }, 'an order names an unknown withdrawal')
      continue
    }
    const changed = {
      state,
      reason: reason ?? null,
      label_url: labelUrl ?? null,
      send_back_by: sendBackBy ? new Date(sendBackBy) : null,
    }
    if (isSame(row, changed)) continue
    await updateState(tx, {
      withdrawal_id: withdrawalId,
      account_id: accountId,
      order_code: code,
      ...changed,
    })
    if (state !== row.state && (state === 'confirmed' || state === 'rejected'))
      await ctx.jobs.send(tx, mailDecisionJob, [{ withdrawalId, state }])
  }
}

type State = Pick<
  Awaited<ReturnType<typeof listWithdrawals>>[number],
  'state' | 'reason' | 'label_url' | 'send_back_by'
>

const isSame = (a: State, b: State): boolean =>
  a.state === b.state &&
  a.reason === b.reason &&
  a.label_url === b.label_url &&
  a.send_back_by?.getTime() === b.send_back_by?.getTime()
