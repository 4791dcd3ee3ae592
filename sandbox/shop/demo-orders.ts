import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from 'date-fns/addDays'
import type { FastifyInstance } from 'fastify'
import { placeDemoOrder } from '#sandbox/demo-calls/orders.ts'
import { createChannelPage } from './brand-page.ts'
import type { Shop } from './context.ts'
import { answerCall } from './keepsake-calls/answer-call.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { applyLaterScene, CONTINUED_SCENES } from './orders/demo-scenes.ts'
import { createPastOrder } from './orders/past-order.ts'
import { placeOrder } from './orders/place-order.ts'
import { redeemVoucher } from './orders/voucher.ts'

/** Days after its order on which a voucher was used. */
const VOUCHER_USED_DAYS = 40

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
    const { scene, isVoucherUsed } = body
    const moment = { now: shop.now(), origin: shop.config.origin }
    const placedAt = new Date(body.placedAt)
    const past = createPastOrder(page, draft, { address: deliveryAddress, status, placedAt, scene }, moment)
    const order = isVoucherUsed ? redeemVoucher(past, addDays(placedAt, VOUCHER_USED_DAYS)) : past
    // The demo itself has sent the invoices of orders that were dispatched before.
    await placeOrder(shop, order.step === 'Dispatched' ? { ...order, isInvoiced: true } : order)
    if (CONTINUED_SCENES.has(scene)) await requireAcknowledgement(shop, order.code)
    await shop.orders.change(order.code, before => applyLaterScene(before, scene, moment))
    const products = order.state.products.map(({ article, title, description, quantity, price = 0 }) => {
      return { article, title, description, quantity, price }
    })
    return { code: order.code, products, total: order.state.total!.amount }
  })
}

/** Most time that the demo's call waits, in ms: it is made again after that. */
const WAIT_MS = 4000
const POLL_MS = 100

/** Waits until Keepsake has acknowledged the order and its delivery dates; throws when it does not in time. */
async function requireAcknowledgement({ orders }: Shop, code: string): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const order = await orders.find(code)
    const { order: state, deliveryDates } = order?.sync ?? {}
    if (state?.acknowledgedVersion && (!order?.deliveryDates || deliveryDates?.acknowledgedVersion)) return
    await sleep(POLL_MS)
  }
  throw new KeepsakeError(0, `Keepsake does not have the order ${code} yet`)
}
