import { CHECKOUT_TICKET_PARAMETER, createCheckoutTicket } from '#contract/checkout-tickets.ts'
import { call } from '../http/call.ts'
import { reportFailure } from '../reporting/reporting.ts'
import { findShopAddress, type ShopBrand } from './shop-address.ts'

/** The way to the shop is never later than this because of a ticket. */
const TICKET_MS = 300

/**
 * Adds a one-time ticket to the address of a shop of the brand, by which its checkout fills in what the customer has stored. Returns any other address, and one for which no ticket came in time, as it is.
 */
export async function addCheckoutTicket(address: string, brand: ShopBrand): Promise<string> {
  const shopAddress = findShopAddress(address, brand)
  if (shopAddress === undefined) return address
  const ticket = await requestTicket()
  if (ticket === undefined) return address
  const url = new URL(shopAddress)
  url.searchParams.set(CHECKOUT_TICKET_PARAMETER, ticket)
  return url.href
}

/** Resolves with a ticket, or undefined in time: also renewing the session may take longer than the call. */
function requestTicket(): Promise<string | undefined> {
  const signal = AbortSignal.timeout(TICKET_MS)
  const late = new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const ticket = call(createCheckoutTicket, undefined, { signal }).then(
    answer => answer.ticket,
    error => {
      if (!signal.aborted) reportFailure(error)
      return undefined
    },
  )
  return Promise.race([ticket, late])
}
