import type { Shop } from '../context.ts'
import type { Order } from './order.ts'

/** The customer waits this long for Keepsake's acknowledgement; the order is placed without it. */
const ACKNOWLEDGEMENT_WAIT_MS = 1500

/** Stores a new order, durable when this resolves, and waits a moment for Keepsake; one with this code stays as it is. */
export async function placeOrder(shop: Pick<Shop, 'orders' | 'orderSync'>, order: Order): Promise<void> {
  await shop.orders.add(order)
  // A crash of the shop or of Keepsake only delays the acknowledgement.
  await Promise.race([shop.orderSync.send(order.code), delay(ACKNOWLEDGEMENT_WAIT_MS)])
}

const delay = (milliseconds: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, milliseconds).unref()
  })
