import type { FastifyInstance } from 'fastify'
import { placeDemoOrder } from '#sandbox/demo-calls/orders.ts'
import { createChannelPage } from './brand-page.ts'
import type { Shop } from './context.ts'
import { answerCall } from './keepsake-calls/answer-call.ts'
import { createPastOrder } from './orders/past-order.ts'
import { placeOrder } from './orders/place-order.ts'

/** Mounts the demo's call that places orders in the past. */
export function mountDemoOrders(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, placeDemoOrder, async ({ params, body }) => {
    const { accountId, channel, photos, product, deliveryAddress, status } = body
    const page = createChannelPage(shop, channel)
    // No browser has placed it, so none sees the order's page in the shop.
    const draft = {
      id: params.key,
      visitor: '',
      accountId,
      channel,
      libraryUrl: page.library,
      photos,
      product,
    }
    const order = createPastOrder(
      page,
      draft,
      { address: deliveryAddress, status, placedAt: new Date(body.placedAt) },
      { now: shop.now(), origin: shop.config.origin },
    )
    // The demo itself has sent the invoices of orders that were dispatched before.
    await placeOrder(shop, order.step === 'Dispatched' ? { ...order, isInvoiced: true } : order)
    const products = order.state.products.map(({ article, title, description, quantity, price = 0 }) => {
      return { article, title, description, quantity, price }
    })
    return { code: order.code, products, total: order.state.total!.amount }
  })
}
