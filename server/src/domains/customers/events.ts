import { defineEvent } from '#server/platform/events/events.ts'

/**
 * A business saved the address of its callbacks, or removed it: null. `previousUrl` is the one before, which may be the same.
 * Listeners throw bad-request for an address that they do not accept.
 */
export const callbackAddressChanged = defineEvent<{
  accountId: string
  callbackUrl: string | null
  previousUrl: string | null
}>('customer.callback-address-changed')

/** An account was closed; it can be reopened until it is erased. */
export const accountClosed = defineEvent<{ accountId: string }>('account.closed')

/** A closed account was reopened, by its mailed link or by the link that restores the former e-mail address. */
export const accountReopened = defineEvent<{ accountId: string }>('account.reopened')
