import { defineEvent } from '../../platform/events/events.ts'

/** Event: an order was blocked, or is not blocked any more. */
export const orderBlockChanged = defineEvent<{ accountId: string; code: string }>('order.block-changed')
