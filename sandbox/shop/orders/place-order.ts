import type { Shop } from '../context.ts'
import { waitForAcknowledgement } from '../keepsake-calls/wait-for-acknowledgement.ts'
import type { Order } from './order.ts'

/**
 * Stores a new order, durable when it resolves, and waits a moment for Keepsake; an existing order with this code
 * stays as it is.
 */
export async function placeOrder(shop: Pick<Shop, 'orders' | 'orderSync'>, order: Order): Promise<void> {
  await shop.orders.add(order)
  await waitForAcknowledgement(shop.orderSync.send(order.code))
}
