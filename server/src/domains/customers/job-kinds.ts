import type { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Sends the retailer the address for invoices that was held. */
export const releaseInvoiceEmailJob = defineJob<{ accountId: string }>('customers.release-invoice-email')

/** Mails a business customer that the account was activated or blocked. */
export const mailStatusJob = defineJob<{ accountId: string; status: (typeof DECIDED_STATUSES)[number] }>(
  'customers.mail-status',
)
