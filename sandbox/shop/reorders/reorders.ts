import type { FastifyInstance } from 'fastify'
import { createReorder, getReorder } from '#contract/retailer-calls/reorders.ts'
import { createRetailerTempSelection } from '#contract/temp-selections.ts'
import type { Assortment } from '../assortment.ts'
import { createChannelPage } from '../brand-page.ts'
import { getPrintSize, isPersonalised } from '../catalog.ts'
import type { Shop } from '../context.ts'
import type { Draft, DraftPhoto, Drafts } from '../drafts.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { type KeepsakeClient, KeepsakeError } from '../keepsake-client.ts'
import type { Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import { fetchSelectionPhotos } from '../selections.ts'
import { ensureVisitor } from '../visitor.ts'
import { listPhotoIds, offerReorder } from './reorder-offer.ts'

/** Mounts reorders: Keepsake's calls, and the page at which the customer arrives with the basket. */
export function mountReorders(app: FastifyInstance, shop: Shop): void {
  const requireOrder = async (code: string): Promise<Order> => {
    const order = shop.orders.find(code)
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
    const draft = shop.drafts.change(request.params.id, before =>
      before.visitor === '' ? { ...before, visitor } : before,
    )
    if (!draft) throw new PageError('missing')
    if (draft.visitor !== visitor)
      throw new PageError('other', createChannelPage(shop, draft.channel, draft.libraryUrl))
    return reply.redirect(`/prints/${draft.id}/delivery`, 303)
  })
}

interface BasketRequest {
  requestId: string
  order: Order
  /** The page of the order, to return to. */
  returnUrl: string
}

/**
 * Creates a draft order with the photos and settings of an order, as far as they still exist, and returns its id.
 * Durable when it resolves; idempotent by request. Throws CallRefused with the reason why nothing can be ordered.
 */
async function createBasket(
  shop: { assortment: Assortment; keepsake: KeepsakeClient; drafts: Drafts },
  { requestId, order, returnUrl }: BasketRequest,
  now: Date,
): Promise<string> {
  const offer = await offerReorder(shop, order, now)
  if (!offer.reorderable) throw new CallRefused(offer.reason)
  const selectionId = await selectPhotos(shop.keepsake, order, requestId)
  if (shop.drafts.find(selectionId)) return selectionId
  const selection = await fetchSelectionPhotos(shop.keepsake, selectionId, '')
  if (!selection) throw new CallRefused('gone')
  const availableCodes = new Set(offer.items.flatMap(item => (item.state === 'gone' ? [] : [item.code])))
  const articles = order.state.products
    .filter(each => availableCodes.has(each.code))
    .map(each => each.article)
  const draft: Draft = {
    ...selection,
    // Belongs to the first browser that opens it.
    visitor: '',
    channel: order.channel,
    libraryUrl: order.libraryUrl,
    returnUrl,
    ...selectContent(order, selection.photos, articles),
  }
  shop.drafts.upsert(draft.id, () => draft)
  return selectionId
}

async function selectPhotos(keepsake: KeepsakeClient, order: Order, requestId: string): Promise<string> {
  try {
    const { accountId } = order.state
    const body = { requestId, accountId, photoIds: listPhotoIds(order) }
    return (await keepsake.call(createRetailerTempSelection, { body })).tempSelectionId
  } catch (error) {
    // None of the photos exists, or an earlier basket of this request has expired.
    if (error instanceof KeepsakeError && error.status === 404) throw new CallRefused('gone')
    if (error instanceof KeepsakeError && error.status === 409) throw new CallRefused('expired')
    throw error
  }
}

/** Selects the ordered products with photos that exist and articles that are sold. */
function selectContent(
  { lines, state }: Order,
  photos: readonly DraftPhoto[],
  articles: readonly string[],
): Pick<Draft, 'photos' | 'product'> {
  const frame = state.products.find(({ article }) => !isPersonalised(article) && articles.includes(article))
  if (lines.length > 0)
    return {
      ...(frame && {
        product: {
          article: frame.article,
          title: frame.title,
          quantity: frame.quantity,
          withPrints: true,
        },
      }),
      photos: photos.flatMap(photo => {
        const line = lines.find(each => each.photoId === photo.id)
        if (!line || !articles.includes(line.size)) return []
        return [{ ...photo, size: line.size, quantity: line.quantity }]
      }),
    }
  const { article, title, quantity } = state.products[0]!
  return {
    photos: photos.map(photo => ({ ...photo, size: getPrintSize(undefined).code, quantity: 1 })),
    product: { article, title, quantity, company: state.deliveryAddress?.companyName },
  }
}
