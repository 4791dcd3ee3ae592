import { findBrandByHost } from '#brands/index.ts'
import type { Order } from '#contract/orders.ts'
import type { Context } from '../../context.ts'
import { createContentKey, getCachedAnswer } from '../../http/answer-cache.ts'
import type { EncodedAnswer } from '../../http/encoded-answer.ts'
import type { Caller } from '../../http/route.ts'
import { getAddressExpiry, readLibraryVersion } from '../photos/index.ts'
import { findGeneralBlock } from './general-block.ts'
import { presentOrders } from './present.ts'
import { findNextPaymentEnd, type OrderRow, readOrderListVersion } from './store.ts'

/**
 * Returns a cached answer with orders of an account. Rebuilt when an order, its pictures, the campaign or the account's
 * permissions have changed, when a deadline of a payment, address or cancellation has passed, and when its signatures have changed.
 */
export async function answerWithOrders<Content>(
  call: { ctx: Context; caller: Pick<Caller, 'accountId' | 'key'> } & Parameters<typeof createContentKey>[0],
  list: (now: Date) => Promise<OrderRow[]>,
  present: (orders: Order[]) => Content,
): Promise<EncodedAnswer<Content>> {
  const { ctx, caller, origin } = call
  const { accountId } = caller
  const withPictures = caller.key === null
  const now = ctx.clock.now()
  const campaign = findBrandByHost(new URL(origin).host)?.campaign
  // The version is read before the orders: an answer may be newer than its version, never older.
  const [orders, library, block] = await Promise.all([
    readOrderListVersion(ctx.db, accountId, campaign),
    readLibraryVersion(ctx, accountId),
    findGeneralBlock(ctx, ctx.db, accountId),
  ])
  const request = {
    accountId,
    parts: [getAddressExpiry(ctx), createContentKey(call), String(withPictures)],
    version: orders && [orders, library, block].join(' '),
  }
  return getCachedAnswer(ctx, request, async () => {
    const rows = await list(now)
    // Uses the block that the version contains: the current one may have changed since, and may have changed back when
    // the answer is looked up.
    const content = present(await presentOrders(ctx, { accountId, origin, block, withPictures }, rows))
    return {
      content,
      validUntil: findEarliestDeadline(
        await findNextPaymentEnd(ctx.db, accountId, now),
        listDeadlines(rows),
        now,
      ),
    }
  })
}

/** Returns when these orders can no longer be changed or cancelled. */
const listDeadlines = (rows: readonly OrderRow[]): Date[] =>
  rows
    .flatMap(({ body: { addressChangeUntil, cancelUntil } }) => [addressChangeUntil, cancelUntil])
    .flatMap(deadline => (deadline ? new Date(deadline) : []))

function findEarliestDeadline(
  paymentEnd: Date | null,
  otherDeadlines: readonly Date[],
  now: Date,
): Date | null {
  const laterDeadlines = [...(paymentEnd ? [paymentEnd] : []), ...otherDeadlines].filter(each => each > now)
  return laterDeadlines.length === 0 ? null : new Date(Math.min(...laterDeadlines.map(Number)))
}
