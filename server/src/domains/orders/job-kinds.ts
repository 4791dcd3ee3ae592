import { defineJob } from '../../platform/jobs/jobs.ts'

/** An address is sent for as long as it takes: with half an hour between attempts these are years. */
const UNLIMITED = 100_000

/** Event: an order was inserted or replaced. The retention domain restores the customer's expired photos. */
export const orderUpserted = defineJob<{ accountId: string; code: string }>('order.upserted')

/** Sends a requested delivery address to the order system until that answers. */
export const sendAddress = defineJob<{ accountId: string; changeId: string }>('orders.send-address', {
  concurrency: 4,
  retries: UNLIMITED,
})
/** Sends requested addresses whose job is gone: the queue deletes jobs that are retried for weeks. */
export const resendAddresses = defineJob<Record<string, never>>('orders.resend-addresses', {
  schedule: '*/10 * * * *',
})
/** Tells a customer by mail that the order system refused an address. */
export const mailAddressRefusal = defineJob<{ accountId: string; changeId: string }>('orders.mail-refusal')
