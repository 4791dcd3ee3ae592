import { randomUUID } from 'node:crypto'
import type { ReorderReason } from '#contract/reorders.ts'
import * as retailer from '#contract/retailer-calls/reorders.ts'
import { type Context, change } from '../../../context.ts'
import { Failure } from '../../../http/failure.ts'
import { RetailerError } from '../../../platform/retailer/retailer-error.ts'
import { parseShopAddress } from '../../brands/index.ts'
import { upsertReorderRequest } from '../store.ts'
import { findKnownReason, toReorderReason } from './reorder-status.ts'

/**
 * A request that is repeated within this time gets the same basket, unless the customer has ordered in the meantime.
 */
const REQUEST_MINUTES = 5

/**
 * Creates a basket of the order's products at the retailer and returns its address, which is one of `shopOrigins`. A repeated request creates no second basket. 404 for an unknown or foreign order, 409 with a
 * ReorderReason, 503 when the retailer gives no valid answer.
 */
export async function createReorder(
  ctx: Context,
  accountId: string,
  orderCode: string,
  { origin, shopOrigins }: { origin: string; shopOrigins: readonly string[] },
): Promise<string> {
  const knownReason = await findKnownReason(ctx, accountId, orderCode)
  if (knownReason) throw createReorderFailure(knownReason)
  const now = ctx.clock.now()
  const requestId = await change(ctx, tx =>
    upsertReorderRequest(
      tx,
      { account_id: accountId, order_code: orderCode, request_id: randomUUID(), requested_at: now },
      new Date(now.getTime() - REQUEST_MINUTES * 60_000),
    ),
  )
  const returnUrl = `${origin}/orders/${encodeURIComponent(orderCode)}`
  const { shopUrl } = await ctx.retailer
    .call(retailer.createReorder, { body: { requestId, orderCode, returnUrl } })
    .catch(error => {
      const reason = toReorderReason(error) ?? findRefusal(error)
      throw reason ? createReorderFailure(reason) : error
    })
  const address = parseShopAddress(shopUrl, shopOrigins)
  if (address !== undefined) return address
  ctx.log.error(
    { order: orderCode },
    'the retailer answered an address that is not one of a shop of the brand',
  )
  throw new Failure('unavailable', 'The retailer gave no valid answer')
}

/**
 * Finds the reason of a refusal. One that the contract does not know means that the order's data cannot be used any
 * more.
 */
function findRefusal(error: unknown): ReorderReason | undefined {
  if (!(error instanceof RetailerError) || error.kind !== 'refused') return undefined
  return retailer.REORDER_REFUSALS.find(reason => reason === error.reason) ?? 'expired'
}

const createReorderFailure = (reason: ReorderReason) =>
  new Failure('conflict', `The order cannot be ordered again: ${reason}`, { reason })
