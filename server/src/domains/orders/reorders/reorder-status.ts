import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { ReorderReason, ReorderStatus } from '#contract/reorders.ts'
import { getReorder } from '#contract/retailer-calls/reorders.ts'
import type { Context } from '../../../context.ts'
import { requireFound } from '../../../http/failure.ts'
import { RetailerError } from '../../../platform/retailer/retailer-error.ts'
import { findCustomer } from '../../customers/index.ts'
import { combineStatus } from '../combined-status.ts'
import { findOrder } from '../store.ts'

/**
 * Whether an order of the account can be ordered again, and how its products differ. Answered without
 * the retailer where the reason is known here. 404 for an unknown or foreign order, 503 when the retailer gives no
 * answer.
 */
export async function getReorderStatus(
  ctx: Context,
  accountId: string,
  orderCode: string,
): Promise<ReorderStatus> {
  const createRefusal = (reason: ReorderReason) => ({ orderCode, reorderable: false, reason, items: [] })
  const knownReason = await findKnownReason(ctx, accountId, orderCode)
  if (knownReason) return createRefusal(knownReason)
  try {
    const { reorderable, reason, currency, items } = await ctx.retailer.call(getReorder, {
      params: { orderCode },
    })
    if (!reorderable) return { orderCode, reorderable, reason: reason ?? 'expired', currency, items }
    const isGone = items.length > 0 && items.every(item => item.state === 'gone')
    return { orderCode, reorderable: !isGone, ...(isGone && { reason: 'gone' }), currency, items }
  } catch (error) {
    const reason = toReorderReason(error)
    if (reason) return createRefusal(reason)
    throw error
  }
}

/** Returns why the order cannot be ordered again, as far as it is known without the retailer. Throws 404. */
export async function findKnownReason(
  ctx: Context,
  accountId: string,
  orderCode: string,
): Promise<ReorderReason | undefined> {
  const order = requireFound(await findOrder(ctx.db, accountId, orderCode), 'Order')
  if (STATES_OF_STATUSES[combineStatus(order.body)] === 'cancelled') return 'cancelled'
  const customer = await findCustomer(ctx.db, accountId)
  return customer?.business_status === 'Blocked' ? 'blocked' : undefined
}

/** Returns the reason that a failed call to the retailer stands for; undefined when it may succeed later. */
export function toReorderReason(error: unknown): ReorderReason | undefined {
  if (!(error instanceof RetailerError)) return undefined
  if (error.kind === 'not-configured') return 'not-available'
  return error.kind === 'not-found' ? 'expired' : undefined
}
