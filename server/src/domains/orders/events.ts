import { defineEvent } from '../../platform/events/events.ts'

/** Event: an order was blocked, or is not blocked any more. */
export const orderBlockChanged = defineEvent<{ accountId: string; code: string }>('order.block-changed')

/** Event: what customers see of an order changed, because a version of it or its delivery dates were stored. */
export const orderChanged = defineEvent<{ accountId: string; code: string }>('order.changed')
