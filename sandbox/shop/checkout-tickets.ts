import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { CHECKOUT_TICKET_PARAMETER, redeemCheckoutTicket } from '#contract/checkout-tickets.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Shop } from './context.ts'
import { type DeliveryForm, fillDeliveryForm } from './delivery-form.ts'
import type { Draft } from './drafts.ts'
import { onFailure } from './keepsake-client.ts'
import { ensureVisitor } from './visitor.ts'

/** What tickets gave, by the visitor who brought them; kept for as long as somebody orders. */
const redeemedTickets = new LRUCache<string, Answer<typeof redeemCheckoutTicket>>({
  max: 1000,
  ttl: 2 * 3_600_000,
})

/**
 * Redeems the ticket of an address (NX-150), and redirects to the address without it, so that it is neither in the history nor
 * in a referrer. Without a valid ticket, or an answer, the fields are empty.
 */
export function mountCheckoutTickets(app: FastifyInstance, shop: Shop): void {
  app.addHook('preHandler', async (request, reply) => {
    const ticket = (request.query as Record<string, unknown>)[CHECKOUT_TICKET_PARAMETER]
    if (request.method !== 'GET' || typeof ticket !== 'string') return
    const visitor = ensureVisitor(request, reply)
    const redeeming = shop.keepsake.call(redeemCheckoutTicket, { params: { ticket } })
    const redeemed = await redeeming.catch(onFailure(() => undefined))
    if (redeemed) redeemedTickets.set(visitor, redeemed)
    const address = new URL(request.url, shop.config.origin)
    address.searchParams.delete(CHECKOUT_TICKET_PARAMETER)
    return reply.redirect(address.pathname + address.search, 303)
  })
}

/** Returns the form of delivery and payment, filled in for the customer of the draft; undefined without a ticket. */
export function findPrefilledForm(draft: Draft, visitor: string): DeliveryForm | undefined {
  const redeemed = redeemedTickets.get(visitor)
  if (!redeemed || redeemed.accountId !== draft.accountId) return undefined
  // The stand-in accepts every payment method, so an order is paid immediately.
  return fillDeliveryForm(redeemed.deliveryAddress ?? {})
}
