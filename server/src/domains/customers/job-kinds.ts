import type { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Business details are sent for as long as it takes: with half an hour between attempts these are years. */
const UNLIMITED = 100_000

/** Tells the retailer of changed business details until it answers. */
export const tellBusinessDetails = defineJob<{ accountId: string; changeId: string }>(
  'customers.tell-business',
  { concurrency: 4, retries: UNLIMITED },
)
/** Tells changes whose job is gone: the queue deletes jobs that are retried for weeks. */
export const retellBusinessDetails = defineJob<Record<string, never>>('customers.retell-business', {
  schedule: '*/10 * * * *',
})
/** Tells a business customer by mail that the account was activated or blocked. */
export const mailStatus = defineJob<{ accountId: string; status: (typeof DECIDED_STATUSES)[number] }>(
  'customers.mail-status',
)
