import type { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Job kind of the previous release, which sent each change to the retailer. Removed in the next release. */
export const notifyBusinessDetails = defineJob<{ accountId: string; changeId: string }>(
  'customers.tell-business',
)
/** Mails a business customer that the account was activated or blocked. */
export const mailStatusJob = defineJob<{ accountId: string; status: (typeof DECIDED_STATUSES)[number] }>(
  'customers.mail-status',
)
