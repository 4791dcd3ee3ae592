import type { OrderStatus } from '#contract/order-status.ts'
import type { Reader } from '../../context.ts'
import { combineStatus } from './combined-status.ts'
import { findOrder } from './store.ts'

/** Finds the status of an order of the account, as its customer sees it, and its version. */
export async function findOrderStatus(
  db: Reader,
  accountId: string,
  code: string,
): Promise<{ status: OrderStatus; version: number } | undefined> {
  const order = await findOrder(db, accountId, code)
  return order && { status: combineStatus(order.body), version: order.version }
}
