import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { type Context, change } from '../../../context.ts'
import { RetailerError } from '../../../platform/retailer/retailer-error.ts'
import { placeFileOrder } from '../job-kinds.ts'
import { findFileOrder, listWaitingOrders, setAnswer } from '../store/file-orders.ts'

/**
 * Brings an order of a file to the retailer, who knows it by its id: a repeated call, also after a crash between the answer
 * and its being stored, orders once. Throws while the retailer gives no answer: the job is retried.
 */
export async function placeOrder(ctx: Context, requestId: string): Promise<void> {
  const order = await findFileOrder(ctx.db, requestId)
  if (order?.state !== 'waiting') return
  try {
    const body = { ...order.body, accountId: order.account_id }
    const { orderCodes } = await ctx.retailer.call(placeOrderFile, { params: { requestId }, body })
    await setAnswer(ctx.db, order, { state: 'ordered', orderCodes })
  } catch (error) {
    if (!(error instanceof RetailerError)) throw error
    // Placed once there is a retailer.
    if (error.kind === 'not-configured') return
    if (error.kind === 'unavailable') throw error
    await setAnswer(ctx.db, order, { state: 'refused', refusal: error.reason ?? 'gone' })
  }
}

const BATCH = 100
/** Younger orders have their first job. */
const WAITING_MS = 5 * 60_000

/** Inserts the jobs of waiting orders again; one that still has its job keeps it. */
export async function placeWaitingOrders(ctx: Context): Promise<void> {
  if (!ctx.config.retailer) return
  const rows = await listWaitingOrders(ctx.db, new Date(ctx.clock.now().getTime() - WAITING_MS), BATCH)
  await change(ctx, async tx => {
    for (const { request_id: requestId, account_id: accountId } of rows)
      await ctx.jobs.send(tx, placeFileOrder, [{ accountId, requestId }], { id: requestId, again: true })
  })
}
