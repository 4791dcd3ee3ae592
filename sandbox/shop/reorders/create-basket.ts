import { createRetailerTempSelection } from '#contract/temp-selections.ts'
import type { Assortment } from '../assortment.ts'
import { getPrintSize, isPersonalised } from '../catalog.ts'
import type { Draft, DraftPhoto, Drafts } from '../drafts.ts'
import { CallRefused } from '../keepsake-calls/answer-call.ts'
import { type KeepsakeClient, KeepsakeError } from '../keepsake-client.ts'
import type { Order } from '../orders/order.ts'
import { fetchSelectionPhotos } from '../selection-photos.ts'
import { listPhotoIds, offerReorder } from './reorder-offer.ts'

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
export async function createBasket(
  shop: { assortment: Assortment; keepsake: KeepsakeClient; drafts: Drafts },
  { requestId, order, returnUrl }: BasketRequest,
  now: Date,
): Promise<string> {
  const offer = await offerReorder(shop, order, now)
  if (!offer.reorderable) throw new CallRefused(offer.reason)
  const selectionId = await selectPhotos(shop.keepsake, order, requestId)
  if (await shop.drafts.find(selectionId)) return selectionId
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
  await shop.drafts.add(draft)
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
