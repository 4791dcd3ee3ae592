import { defineEvent } from '../../platform/events/events.ts'

/** Event: an order was blocked, or is not blocked any more. */
export const orderBlockChanged = defineEvent<{ accountId: string; code: string }>('order.block-changed')

/** What customers see of an order changed: a version of it, or its delivery dates, was stored. */
export const orderChanged = defineEvent<{ accountId: string; code: string }>('order.changed')
