import type { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Of the release before, which told the retailer of each change by a job. Goes in the next release. */
export const tellBusinessDetails = defineJob<{ accountId: string; changeId: string }>(
  'customers.tell-business',
)
/** Tells a business customer by mail that the account was activated or blocked. */
export const mailStatus = defineJob<{ accountId: string; status: (typeof DECIDED_STATUSES)[number] }>(
  'customers.mail-status',
)
