import type { OrderState, RetailerOrder } from '#contract/orders.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { lockCustomer, setLastOrder } from '../customers/index.ts'
import { orderUpserted } from './job-kinds.ts'
import { upsertOrderRow } from './store.ts'

/** Tolerated clock skew of the retailer's systems. */
const CLOCK_SKEW_MS = 5 * 60_000
/** No order is older than this: an earlier date is some system's default value. */
const FIRST_ORDER = new Date('2000-01-01T00:00:00Z')
/** States of orders that failed or were cancelled: they do not reset the retention period. */
const VOID_STATES: readonly OrderState[] = [
  'paymentFailed',
  'verification failed',
  'processing failed',
  'rejected',
  'cancelled',
]

/**
 * Inserts or replaces an order of the retailer and resets the retention period of its customer, in one transaction
 * (PL-002). Idempotent; the date of the last order never decreases, whatever sequence orders arrive in. A date in the
 * future or before 2000 is a bad request; an unknown or deleted account is not found; a code that belongs to another
 * account is a conflict.
 */
export async function upsertOrder(
  ctx: Context,
  code: string,
  order: RetailerOrder,
  service: string,
): Promise<{ code: string; accountId: string; lastOrderDate: string | null }> {
  const now = ctx.clock.now()
  const createdAt = new Date(order.createdAt)
  if (createdAt < FIRST_ORDER || createdAt.getTime() > now.getTime() + CLOCK_SKEW_MS)
    throw new Failure('bad-request', 'Not valid: createdAt, too early or in the future', {
      fields: { createdAt: 'not-valid' },
    })
  return change(ctx, async tx => {
    const customer = await lockCustomer(tx, order.accountId)
    if (!customer || customer.deleted_at) throw notFound('Customer')
    if (!(await upsertOrderRow(tx, code, order, now)))
      throw new Failure('conflict', 'This code belongs to the order of another account')
    const lastOrderAt = VOID_STATES.includes(order.status)
      ? customer.last_order_at
      : await setLastOrder(tx, customer, createdAt)
    await ctx.jobs.send(tx, orderUpserted, [{ accountId: order.accountId, code }])
    tx.afterCommit(() => ctx.log.info({ accountId: order.accountId, order: code, service }, 'order upserted'))
    return { code, accountId: order.accountId, lastOrderDate: lastOrderAt?.toISOString() ?? null }
  })
}
