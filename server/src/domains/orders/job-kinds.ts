import { defineJob } from '../../platform/jobs/jobs.ts'

/** Event: an order came or changed. The retention domain brings back what its customer's library had lost. */
export const orderUpserted = defineJob<{ accountId: string; code: string }>('order.upserted', { retries: 20 })
