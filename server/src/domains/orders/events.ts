import { defineEvent } from '#server/platform/events/events.ts'

/** What customers see of an order changed: a version of it, or its delivery dates, was stored. */
export const orderChanged = defineEvent<{ accountId: string; code: string }>('order.changed')
