import type { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Mails a business customer that the account was activated or blocked. */
export const mailStatusJob = defineJob<{ accountId: string; status: (typeof DECIDED_STATUSES)[number] }>(
  'customers.mail-status',
)
