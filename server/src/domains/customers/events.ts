import { defineEvent } from '#server/platform/events/events.ts'

export interface CallbackAddressChange {
  accountId: string
  callbackUrl: string | null
  /** The one before, which may be the same. */
  previousUrl: string | null
  callbackFormat: 'JSON' | 'XML'
  previousFormat: 'JSON' | 'XML'
  /** The session that saved it; null where none did. */
  grantId: string | null
  /** Whether the customer has signed in recently; see RecentSignInNeeded. */
  isConfirmed: boolean
}

/** Thrown where saving an address needs a recent sign-in that the change does not have: it is rolled back and asked for. */
export class RecentSignInNeeded extends Error {
  override name = 'RecentSignInNeeded'
}

/**
 * A business saved the address of its callbacks, or removed it: null. Listeners throw bad-request for an address that they do
 * not accept, and conflict for the same one where callbacks were ended to protect the account.
 */
export const callbackAddressChanged = defineEvent<CallbackAddressChange>('customer.callback-address-changed')

/** What prefills the checkout was changed: the address book or the payment preference, by this entry of the journal. */
export const checkoutDetailsChanged = defineEvent<{ accountId: string; entryId: string }>(
  'customer.checkout-details-changed',
)

/**
 * A business saved another address for its invoices; until `heldUntil` the retailer has the one that it had. `previousHeldUntil`: the
 * replaced one was held until then, and the retailer never had it.
 */
export const invoiceEmailChanged = defineEvent<{
  accountId: string
  from: string
  to: string
  heldUntil: Date | null
  previousHeldUntil: Date | null
}>('customer.invoice-email-changed')

/** An account was closed; it can be reopened until it is erased. */
export const accountClosed = defineEvent<{ accountId: string }>('account.closed')

/** A closed account was reopened, by its mailed link or by the link that restores the former e-mail address. */
export const accountReopened = defineEvent<{ accountId: string }>('account.reopened')
