import type { Withdrawal } from '#contract/withdrawal.ts'
import type { StatementReceipt } from '#contract/withdrawals.ts'
import type { WithdrawalRow } from './store.ts'

/** Presents the receipt of a statement, which is the same whether it belongs to an order or not. */
export const presentReceipt = ({
  reference,
  submitted_at,
  statement,
}: Pick<WithdrawalRow, 'reference' | 'submitted_at' | 'statement'>): StatementReceipt => ({
  reference,
  submittedAt: submitted_at.toISOString(),
  statement,
})

/** Presents a withdrawal as a part of its order. */
export const presentWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  withdrawalId: row.withdrawal_id,
  reference: row.reference,
  state: row.state,
  submittedAt: row.submitted_at.toISOString(),
  productCodes: [...row.product_codes],
  isLate: row.is_late,
  reason: row.reason ?? undefined,
  labelUrl: row.label_url ?? undefined,
  sendBackBy: row.send_back_by?.toISOString(),
})
