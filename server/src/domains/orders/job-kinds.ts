import { defineJob } from '../../platform/jobs/jobs.ts'

/** Event: an order was inserted or replaced. The retention domain restores the customer's expired photos. */
export const orderUpserted = defineJob<{ accountId: string; code: string }>('order.upserted')
