import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { findRetailerPhotos } from '#contract/temp-selections.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { createOrder, type OrderedDraft, placeOrder } from '../orders/new-order.ts'
import { deriveOrderCode, type Order } from '../orders/order.ts'
import { listAvailable, listPhotoIds, offerReorder, selectContent } from '../reorders/reorders.ts'

type OrderFile = z.output<typeof placeOrderFile.body>

/**
 * Mounts Keepsake's call that orders products again from a business's order file: one order on account for each
 * original order.
 */
export function mountOrderFiles(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, placeOrderFile, async ({ params: { requestId }, body }) => {
    const itemsByOrder = Map.groupBy(body.products, ({ orderCode }) => orderCode)
    // All orders are composed before one is placed, so that a refusal orders nothing.
    const orders = await Promise.all(
      [...itemsByOrder].map(([code, items]) =>
        composeReorder(shop, `${requestId}-${code}`, code, items, body),
      ),
    )
    for (const order of orders) await placeOrder(shop, order)
    return { orderCodes: orders.map(({ code }) => code) }
  })
}

/** Creates the order of a source's products, or returns the one that an earlier call of this request has placed. */
async function composeReorder(
  shop: Shop,
  id: string,
  sourceCode: string,
  orderItem: OrderFile['products'],
  body: OrderFile,
): Promise<Order> {
  const source = shop.orders.find(sourceCode)
  if (source?.state.accountId !== body.accountId) throw new CallRefused()
  const placedOrder = shop.orders.find(deriveOrderCode(id))
  if (placedOrder) return placedOrder
  const offer = await offerReorder(shop, source)
  if (!offer.reorderable) throw new CallRefused(offer.reason)
  const available = listAvailable(offer)
  if (orderItem.some(({ code }) => !available.includes(code))) throw new CallRefused('gone')
  const page = createChannelPage(shop, source.channel)
  const { photoIds } = await shop.keepsake.call(findRetailerPhotos, {
    body: { accountId: body.accountId, photoIds: listPhotoIds(source) },
  })
  const names = new Map(source.lines.map(({ photoId, name }) => [photoId, name]))
  const photos = photoIds.map(id => ({ id, name: names.get(id) ?? '' }))
  const copies = new Map(orderItem.map(each => [each.code, each.copies]))
  const draft: OrderedDraft = {
    id,
    // No browser has placed it.
    visitor: '',
    accountId: source.state.accountId,
    channel: source.channel,
    libraryUrl: source.libraryUrl,
    ...selectContent(source, photos, copies),
  }
  const address = body.deliveryAddress
    ? { ...body.deliveryAddress, type: 'Home' as const }
    : source.state.deliveryAddress
  if (!address) throw new CallRefused('expired')
  const moment = { now: shop.now(), origin: shop.config.origin }
  const order = createOrder(page, draft, { address, payment: 'now' }, moment)
  return { ...order, state: { ...order.state, source: body.reference } }
}
