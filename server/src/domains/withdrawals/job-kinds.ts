import { defineJob } from '../../platform/jobs/jobs.ts'

/** Compares a public statement with the orders, after its answer. */
export const checkStatementJob = defineJob<{ withdrawalId: string }>('withdrawals.check-statement', {
  concurrency: 2,
})
export const mailReceiptJob = defineJob<{ withdrawalId: string }>('withdrawals.mail-receipt')
/** Mails what the retailer decided. */
export const mailDecisionJob = defineJob<{ withdrawalId: string; state: 'confirmed' | 'rejected' }>(
  'withdrawals.mail-decision',
)
/** Deletes statements without account, and those of erased accounts that could not be delivered. */
export const cleanUpWithdrawalsJob = defineJob<Record<string, never>>('withdrawals.clean-up', {
  schedule: '20 * * * *',
})
