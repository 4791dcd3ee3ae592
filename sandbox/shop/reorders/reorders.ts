import type { FastifyInstance } from 'fastify'
import { createReorder, getReorder } from '#contract/retailer-calls/reorders.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { KeepsakeError } from '../keepsake-client.ts'
import type { Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import { createSelection, openDraft } from '../selections.ts'
import { ensureVisitor } from '../visitor.ts'
import { listAvailable, listPhotoIds, offerReorder, selectContent } from './reorder-offer.ts'

/** Mounts reorders: Keepsake's calls, and the page at which the customer arrives with the basket. */
export function mountReorders(app: FastifyInstance, shop: Shop): void {
  const requireOrder = (code: string): Order => {
    const order = shop.orders.find(code)
    if (!order) throw new CallRefused()
    return order
  }

  answerCall(app, shop, getReorder, async ({ params }) =>
    offerReorder(shop, requireOrder(params.orderCode), shop.now()),
  )

  answerCall(app, shop, createReorder, async ({ body: { orderCode, ...request } }) => {
    const id = await createBasket(shop, requireOrder(orderCode), request)
    return { shopUrl: `${shop.config.origin}/baskets/${id}` }
  })

  app.get<{ Params: { id: string } }>('/baskets/:id', async (request, reply) => {
    const visitor = ensureVisitor(request, reply)
    const draft = shop.drafts.change(request.params.id, before =>
      before.visitor === '' ? { ...before, visitor } : before,
    )
    if (!draft) throw new PageError('missing')
    if (draft.visitor !== visitor)
      throw new PageError('other', createChannelPage(shop, draft.channel, draft.libraryUrl))
    return reply.redirect(`/prints/${draft.id}/delivery`, 303)
  })
}

/**
 * Creates a draft order with the photos and settings of an order, as far as they still exist, and returns its id.
 * Durable when it resolves; idempotent by request. Throws CallRefused with the reason why nothing can be ordered.
 */
async function createBasket(
  shop: Shop,
  order: Order,
  { requestId, returnUrl }: { requestId: string; returnUrl: string },
): Promise<string> {
  const offer = await offerReorder(shop, order, shop.now())
  if (!offer.reorderable) throw new CallRefused(offer.reason)
  const copies = new Map(listAvailable(offer).map(code => [code, 1]))
  const draft = await openDraft(shop, await selectPhotos(shop, order, requestId), content => ({
    ...content,
    // Belongs to the first browser that opens it.
    visitor: '',
    channel: order.channel,
    libraryUrl: order.libraryUrl,
    returnUrl,
    ...selectContent(order, content.photos, copies),
  }))
  if (!draft) throw new CallRefused('gone')
  return draft.id
}

async function selectPhotos({ keepsake }: Shop, order: Order, requestId: string): Promise<string> {
  const { accountId } = order.state
  try {
    const id = await createSelection(keepsake, { requestId, accountId, photoIds: listPhotoIds(order) })
    if (id) return id
  } catch (error) {
    // An earlier basket of this request has expired.
    if (error instanceof KeepsakeError && error.status === 409) throw new CallRefused('expired')
    throw error
  }
  throw new CallRefused('gone')
}
