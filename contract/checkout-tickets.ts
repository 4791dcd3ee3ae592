import { z } from 'zod'
import { address } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'
import { deadline } from './scalars.ts'

/*
 * One-time tickets by which the shop's checkout fills in what the customer has stored. A ticket is of no use without
 * the token of a service.
 */

/** Minutes in which a ticket can be redeemed, once. */
export const CHECKOUT_TICKET_MINUTES = 10
/** Tickets of an account within an hour. */
export const CHECKOUT_TICKETS_PER_HOUR = 60
/** The parameter of the shop's address that contains the ticket. */
export const CHECKOUT_TICKET_PARAMETER = 'checkoutTicket'

export const createCheckoutTicket = endpoint('POST', 'customers', '/v1/checkout-tickets', {
  policy: 'customer',
  summary: 'A ticket that the shop redeems once within ten minutes to fill in its checkout (NX-150)',
  answer: z.object({ ticket: z.string(), expires: deadline }),
  status: 201,
})

export const redeemCheckoutTicket = endpoint(
  'POST',
  'customers',
  '/retailer/checkout-tickets/:ticket/redeem',
  {
    policy: 'service',
    serviceScope: 'checkout-tickets:redeem',
    summary:
      'Who comes to the checkout, with the default address and payment method (NX-151); 404 for an unknown, used or expired ticket',
    params: z.object({ ticket: text({ max: 100 }) }),
    answer: z.object({
      accountId: z.string(),
      channel: z.string(),
      locale: z.string(),
      email: z.string(),
      deliveryAddress: address.omit({ id: true, isDefault: true }).optional(),
      paymentMethod: z.string().optional(),
    }),
    errors: ['not-found'],
  },
)
