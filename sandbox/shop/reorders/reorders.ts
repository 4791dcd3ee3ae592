import type { FastifyInstance } from 'fastify'
import { createReorder, getReorder } from '#contract/retailer-calls/reorders.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import type { Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import { ensureVisitor } from '../visitor.ts'
import { createBasket } from './create-basket.ts'
import { offerReorder } from './reorder-offer.ts'

/** Mounts reorders: Keepsake's calls, and the page at which the customer arrives with the basket. */
export function mountReorders(app: FastifyInstance, shop: Shop): void {
  const requireOrder = async (code: string): Promise<Order> => {
    const order = await shop.orders.find(code)
    if (!order) throw new CallRefused()
    return order
  }

  answerCall(app, shop, getReorder, async ({ params }) =>
    offerReorder(shop, await requireOrder(params.orderCode), shop.now()),
  )

  answerCall(app, shop, createReorder, async ({ body: { orderCode, ...request } }) => {
    const order = await requireOrder(orderCode)
    const id = await createBasket(shop, { ...request, order }, shop.now())
    return { shopUrl: `${shop.config.origin}/baskets/${id}` }
  })

  app.get<{ Params: { id: string } }>('/baskets/:id', async (request, reply) => {
    const visitor = ensureVisitor(request, reply)
    const draft = await shop.drafts.change(request.params.id, before =>
      before.visitor === '' ? { ...before, visitor } : before,
    )
    if (!draft) throw new PageError('missing')
    if (draft.visitor !== visitor)
      throw new PageError('other', createChannelPage(shop, draft.channel, draft.libraryUrl))
    return reply.redirect(`/prints/${draft.id}/delivery`, 303)
  })
}
