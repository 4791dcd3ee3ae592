import type { FastifyInstance } from 'fastify'
import { createReorder, getReorder } from '#contract/retailer-calls/reorders.ts'
import type { RetailerAnswer } from '#contract/retailer-calls/retailer-call.ts'
import { findRetailerPhotos } from '#contract/temp-selections.ts'
import { createChannelPage, getChannelBrand } from '../brand-page.ts'
import { findArticle, isPersonalised, PRINT_SIZES, type Prices } from '../catalog.ts'
import type { Shop } from '../context.ts'
import type { DraftProduct } from '../drafts.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { onStatus } from '../keepsake-client.ts'
import type { Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import { createSelection, openDraft } from '../selections.ts'
import { ensureVisitor } from '../visitor.ts'

/** Mounts reorders: Keepsake's calls, and the page at which the customer arrives with the basket. */
export function mountReorders(app: FastifyInstance, shop: Shop): void {
  const requireOrder = (code: string): Order => {
    const order = shop.orders.find(code)
    if (!order) throw new CallRefused()
    return order
  }

  answerCall(app, shop, getReorder, async ({ params }) => offerReorder(shop, requireOrder(params.orderCode)))

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
  const offer = await offerReorder(shop, order)
  if (!offer.reorderable) throw new CallRefused(offer.reason)
  const copies = new Map(listAvailable(offer).map(code => [code, 1]))
  const { accountId } = order.state
  const body = { requestId, accountId, photoIds: listPhotoIds(order) }
  const selectionId = await createSelection(shop.keepsake, body).catch(
    onStatus([409], () => {
      // An earlier basket of this request has expired.
      throw new CallRefused('expired')
    }),
  )
  if (!selectionId) throw new CallRefused('gone')
  const draft = await openDraft(shop, selectionId, content => ({
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

type ReorderOffer = RetailerAnswer<typeof getReorder>
type Item = ReorderOffer['items'][number]
type Product = Order['state']['products'][number]

/** Days for which the shop stores the production data of an order. */
const PRODUCT_DATA_DAYS = 730

/** Offers a reorder of an order's products: the shop's current prices and the photos that still exist. */
export async function offerReorder({ assortment, keepsake, now }: Shop, order: Order): Promise<ReorderOffer> {
  const prices = assortment.getPrices(getChannelBrand(order.channel).country)
  const { currency } = prices
  const refuseReorder = (reason: ReorderOffer['reason'], items: Item[] = []): ReorderOffer => {
    return { reorderable: false, reason, currency, items }
  }
  if (order.state.status === 'Cancelled') return refuseReorder('cancelled')
  const photoIds = listPhotoIds(order)
  if (photoIds.length === 0 || isExpired(order, now())) return refuseReorder('expired')
  const body = { accountId: order.state.accountId, photoIds }
  const available = new Set((await keepsake.call(findRetailerPhotos, { body })).photoIds)
  const items = order.state.products.map(product => createItem(order, product, { prices, available }))
  return items.some(item => item.state !== 'gone')
    ? { reorderable: true, currency, items }
    : refuseReorder('gone', items)
}

/** Lists the photos of an order; none for a product that was ordered before the shop stored them. */
export function listPhotoIds({ lines, photoIds = [] }: Order): string[] {
  return lines.length > 0 ? lines.map(line => line.photoId) : photoIds
}

/** Lists the codes of the products that can be ordered again. */
export const listAvailable = ({ items }: ReorderOffer): string[] =>
  items.flatMap(({ state, code }) => (state === 'gone' ? [] : [code]))

/** Selects products of an order by their codes, each with its number of copies and its photos that still exist. */
export function selectContent<Photo extends { id: string }>(
  { lines, state }: Order,
  photos: readonly Photo[],
  copiesByCode: ReadonlyMap<string, number>,
): { photos: (Photo & { size: string; quantity: number })[]; product: DraftProduct | undefined } {
  const getCopies = (article: string) =>
    copiesByCode.get(state.products.find(each => each.article === article)?.code ?? '') ?? 0
  const product = state.products.find(({ article }) => findArticle(article) && getCopies(article) > 0)
  return {
    product: product && {
      article: product.article,
      title: product.title,
      quantity: (product.quantity ?? 1) * getCopies(product.article),
      company: state.deliveryAddress?.companyName,
      withPrints: lines.length > 0 ? true : undefined,
    },
    photos: photos.flatMap(photo => {
      if (lines.length === 0) return [{ ...photo, size: PRINT_SIZES[0]!.code, quantity: 1 }]
      const line = lines.find(({ photoId }) => photoId === photo.id)
      const copies = line ? getCopies(line.size) : 0
      return line && copies > 0 ? [{ ...photo, size: line.size, quantity: line.quantity * copies }] : []
    }),
  }
}

const isExpired = ({ state }: Order, now: Date) =>
  now.getTime() - Date.parse(state.createdAt) > PRODUCT_DATA_DAYS * 86_400_000

function createItem(
  order: Order,
  { code, article, quantity = 1, price: was }: Product,
  { prices, available }: { prices: Prices; available: ReadonlySet<string> },
): Item {
  if (!prices.isSold(article)) return { code, state: 'gone', was, changes: ['article'] }
  const isMadeOfPhotos = isPersonalised(article)
  const lines = order.lines.filter(line => line.size === article)
  const ordered = lines.length > 0 ? lines.map(({ photoId }) => photoId) : listPhotoIds(order)
  const left = ordered.filter(id => available.has(id))
  if (isMadeOfPhotos && left.length === 0) return { code, state: 'gone', was, changes: ['photos'] }
  const copies = lines.reduce((sum, line) => sum + (available.has(line.photoId) ? line.quantity : 0), 0)
  const unitPrice = prices.getUnitPrice(article)
  const changes: Item['changes'] = [
    ...(was !== undefined && was !== unitPrice * quantity ? (['price'] as const) : []),
    ...(isMadeOfPhotos && left.length < ordered.length ? (['photos'] as const) : []),
  ]
  const now = unitPrice * (lines.length > 0 ? copies : quantity)
  return { code, state: changes.length > 0 ? 'changed' : 'same', was, now, changes }
}
