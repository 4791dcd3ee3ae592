import { defineEvent } from '#server/platform/events/events.ts'

/** Event: the status of a business customer changed. The photos domain tells the pages. */
export const customerStatusChanged = defineEvent<{ accountId: string }>('customer.status')

/** A business entered or removed the address of its callbacks; null: removed. */
export const callbackAddressChanged = defineEvent<{ accountId: string; callbackUrl: string | null }>(
  'customer.callback-address-changed',
)
