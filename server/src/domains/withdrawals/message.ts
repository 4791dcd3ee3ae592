import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import type { Context, Tx } from '../../context.ts'
import { deleteRows, lockRow, updateRows } from '../../platform/db/rows.ts'
import { defineMessageKind, enqueueMessage } from '../retailer-outbox/index.ts'
import { findWithdrawal, type WithdrawalRow } from './store.ts'

/** A statement for the retailer, which cannot refuse it. It is also sent when its account is erased meanwhile. */
const withdrawalMessage = defineMessageKind({
  name: 'withdrawals.withdrawal',
  call: putWithdrawal,
  outlivesAccount: true,
  isRefusable: false,
  async build({ db }, { messageId: withdrawalId }) {
    const row = await findWithdrawal(db, withdrawalId)
    if (!row || row.delivered_at) return undefined
    const { input, account_id: accountId } = row
    const matched = row.order_code !== null
    return {
      params: { withdrawalId },
      body: {
        reference: row.reference,
        submittedAt: row.submitted_at.toISOString(),
        matched,
        isLate: row.is_late,
        orderCode: row.order_code ?? input.orderCode,
        ...(accountId !== null && { accountId }),
        ...(matched && row.product_codes.length > 0 && { productCodes: [...row.product_codes] }),
        ...(input.products !== undefined && { products: input.products }),
        name: input.name,
        email: input.email,
        statement: row.statement,
      },
    }
  },
  async onAnswer(ctx, tx, { messageId: withdrawalId }, { result }) {
    const row = await lockRow(tx, 'withdrawals', { withdrawal_id: withdrawalId })
    if (!row) return
    if (row.erased_at) await deleteRows(tx.db, 'withdrawals', { withdrawal_id: withdrawalId })
    else if (result === 'done')
      await updateRows(
        tx.db,
        'withdrawals',
        { withdrawal_id: withdrawalId },
        { delivered_at: ctx.clock.now() },
      )
  },
})

/** Enqueues a statement for the retailer. */
export const enqueueWithdrawal = (
  ctx: Context,
  tx: Tx,
  { withdrawal_id: messageId, account_id }: Pick<WithdrawalRow, 'withdrawal_id' | 'account_id'>,
): Promise<void> =>
  enqueueMessage(ctx, tx, withdrawalMessage, {
    messageId,
    accountId: account_id ?? '',
    subject: `withdrawal:${messageId}`,
  })
