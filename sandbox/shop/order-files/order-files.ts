import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { findRetailerPhotos } from '#contract/temp-selections.ts'
import { pageOfChannel } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { newOrder, type OrderedDraft } from '../orders/new-order.ts'
import { codeOf, type Order } from '../orders/order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { offerReorder, photosOf } from '../reorders/reorder-offer.ts'

type OrderFile = z.output<typeof placeOrderFile.body>
type Wanted = OrderFile['products']

/** Orders products again that a business sends as a file: for each order that they come from one, on account. */
export function mountOrderFiles(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, placeOrderFile, async ({ params: { requestId }, body }) => {
    const sources = await Promise.all(
      [...Map.groupBy(body.products, ({ orderCode }) => orderCode)].map(async ([code, wanted]) => ({
        source: await findSource(shop, code, body.accountId),
        wanted,
      })),
    )
    // All are composed before one is placed: a refusal orders nothing.
    const orders = await Promise.all(
      sources.map(({ source, wanted }) => compose(shop, source, { wanted, requestId, body })),
    )
    for (const order of orders) await placeOrder(shop, order)
    return { orderCodes: orders.map(({ code }) => code) }
  })
}

async function findSource(shop: Shop, code: string, accountId: string): Promise<Order> {
  const order = await shop.orders.find(code)
  if (order?.state.accountId !== accountId) throw new CallRefused()
  return order
}

/** The order of a source's products; the one that a former call of this request has placed. */
async function compose(
  shop: Shop,
  source: Order,
  { wanted, requestId, body }: { wanted: Wanted; requestId: string; body: OrderFile },
): Promise<Order> {
  // One order of each source and request.
  const id = `${requestId}-${source.code}`
  const placed = await shop.orders.find(codeOf(id))
  if (placed) return placed
  const offer = await offerReorder(shop, source, shop.now())
  if (!offer.reorderable) throw new CallRefused(offer.reason)
  const available = new Set(offer.items.flatMap(item => (item.state === 'gone' ? [] : [item.code])))
  if (wanted.some(({ code }) => !available.has(code))) throw new CallRefused('gone')
  const page = pageOfChannel(shop, source.channel)
  const { photoIds } = await shop.keepsake.call(findRetailerPhotos, {
    body: { accountId: body.accountId, photoIds: photosOf(source) },
  })
  const photos = new Set(photoIds)
  const draft: OrderedDraft = {
    id,
    // No browser has placed it.
    visitor: '',
    accountId: source.state.accountId,
    channel: source.channel,
    libraryUrl: source.libraryUrl,
    ...contentOf(source, wanted, photos),
  }
  const address = body.deliveryAddress
    ? { ...body.deliveryAddress, type: 'Home' as const }
    : source.state.deliveryAddress
  if (!address) throw new CallRefused('expired')
  const order = newOrder(
    page,
    draft,
    { address, payment: 'now' },
    { now: shop.now(), origin: shop.config.origin },
  )
  return { ...order, state: { ...order.state, source: body.reference } }
}

/** What was ordered, in the wanted number of copies, of the photos that are left. */
function contentOf(
  source: Order,
  wanted: Wanted,
  photos: ReadonlySet<string>,
): Pick<OrderedDraft, 'photos' | 'product'> {
  const copiesOf = new Map(
    wanted.map(({ code, copies }) => [
      source.state.products.find(each => each.code === code)?.article,
      copies,
    ]),
  )
  if (source.lines.length > 0)
    return {
      product: undefined,
      photos: source.lines.flatMap(({ photoId, name, size, quantity }) => {
        const copies = copiesOf.get(size)
        return copies && photos.has(photoId) ? [{ id: photoId, name, size, quantity: quantity * copies }] : []
      }),
    }
  const [{ article, title, quantity } = { article: '', title: '', quantity: 1 }] = source.state.products
  return {
    photos: photosOf(source)
      .filter(id => photos.has(id))
      .map(id => ({ id, name: '', size: '', quantity: 1 })),
    product: {
      article,
      title,
      quantity: quantity * (copiesOf.get(article) ?? 1),
      company: source.state.deliveryAddress?.companyName,
    },
  }
}
