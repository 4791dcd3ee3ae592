import { defineEvent } from '#server/platform/events/events.ts'

/** A business entered or removed the address of its callbacks; null: removed. */
export const callbackAddressChanged = defineEvent<{ accountId: string; callbackUrl: string | null }>(
  'customer.callback-address-changed',
)
