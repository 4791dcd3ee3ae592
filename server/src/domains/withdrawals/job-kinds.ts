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
