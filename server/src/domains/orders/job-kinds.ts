import { defineJob } from '../../platform/jobs/jobs.ts'

/** Event: an order was inserted or replaced. The retention domain restores the customer's expired photos. */
export const orderUpserted = defineJob<{ accountId: string; code: string }>('order.upserted')

/** Notifies a customer by mail that the order system refused an address. */
export const mailAddressRefusal = defineJob<{ accountId: string; changeId: string }>('orders.mail-refusal')
/** Notifies a customer by mail that the order system accepted or refused a cancellation. */
export const mailCancellationDecision = defineJob<{ accountId: string; cancellationId: string }>(
  'orders.mail-cancellation',
)

/** Notifies a customer by mail of what happened to an order. */
export const mailOrderEvent = defineJob<{ accountId: string; mailId: string }>('orders.mail-event')
