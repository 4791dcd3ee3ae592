import { defineEvent } from '#server/platform/events/events.ts'

/** Event: the status of a business customer changed. The photos domain tells the pages. */
export const customerStatusChanged = defineEvent<{ accountId: string }>('customer.status')
