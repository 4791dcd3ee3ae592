import type { FastifyRequest } from 'fastify'
import { defineEvent } from '#server/platform/events/events.ts'

export interface CallbackAddressChange {
  accountId: string
  callbackUrl: string | null
  /** The one before, which may be the same. */
  previousUrl: string | null
  /** The session and the request that saved it; null where no customer did. */
  grantId: string | null
  request: FastifyRequest | null
}

/**
 * A business saved the address of its callbacks, or removed it: null. Listeners throw bad-request for an address that they do
 * not accept.
 */
export const callbackAddressChanged = defineEvent<CallbackAddressChange>('customer.callback-address-changed')

/** An account was closed; it can be reopened until it is erased. */
export const accountClosed = defineEvent<{ accountId: string }>('account.closed')

/** A closed account was reopened, by its mailed link or by the link that restores the former e-mail address. */
export const accountReopened = defineEvent<{ accountId: string }>('account.reopened')
