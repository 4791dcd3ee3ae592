import { defineJob } from '../../platform/jobs/jobs.ts'

/** Mails the link that confirms a subscription. */
export const mailOptInJob = defineJob<{ ticket: string }>('subscriptions.mail')
