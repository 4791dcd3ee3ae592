import { findBrandByHost } from '#brands/index.ts'
import { cancelOrder, putDeliveryAddress } from '#contract/order-changes.ts'
import { searchOrders as searchOrdersCall } from '#contract/order-searches.ts'
import type { Order } from '#contract/orders.ts'
import * as contract from '#contract/orders.ts'
import * as reorders from '#contract/reorders.ts'
import * as retailer from '#contract/retailer-orders.ts'
import type { Context } from '../../context.ts'
import { createContentKey, getCachedAnswer } from '../../http/answer-cache.ts'
import { type CursorScope, readChanges } from '../../http/cursor.ts'
import type { EncodedAnswer } from '../../http/encoded-answer.ts'
import { Failure, requireFound } from '../../http/failure.ts'
import { type Call, type Caller, type Route, route } from '../../http/route.ts'
import { getSessionMark } from '../../http/session-addresses.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { setVersionHeaders } from '../../http/version-headers.ts'
import type { ListPart } from '../../platform/db/select-page.ts'
import { getRequestBrand, listShopOrigins } from '../brands/index.ts'
import { getAddressExpiry, readLibraryVersion } from '../photos/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { requestAddressChange } from './address-changes/request-change.ts'
import { requestCancellation } from './cancellations/request-cancellation.ts'
import { findDeliveryDates } from './delivery-dates.ts'
import { type FeedBody, storeFeed } from './feeds.ts'
import { findGeneralBlock } from './general-block.ts'
import { upsertOrder } from './orders.ts'
import { presentOrders } from './present.ts'
import { createReorder } from './reorders/create-reorder.ts'
import { getReorderStatus } from './reorders/reorder-status.ts'
import { searchOrders } from './search/search-orders.ts'
import {
  findFeed,
  findNextPaymentEnd,
  findOrder,
  listOrders,
  listOrdersByArticles,
  type OrderRow,
  readOrderListVersion,
} from './store.ts'
import type { OrderFeedsTable } from './tables.ts'

/** Returns when these orders can no longer be changed or cancelled. */
const listDeadlines = (rows: readonly OrderRow[]): Date[] =>
  rows
    .flatMap(({ body: { addressChangeUntil, cancelUntil, paymentExpiresAt } }) => [
      addressChangeUntil,
      cancelUntil,
      paymentExpiresAt,
    ])
    .flatMap(deadline => (deadline ? new Date(deadline) : []))

export const orderRoutes: readonly Route[] = [
  route(retailer.putOrder, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'orders', key: params.code }
    return receiveSubmission(call, reference, sent => upsertOrder(ctx, params.code, body, sent))
  }),
  route(retailer.putDeliveryDates, call => receiveFeed(call, 'delivery-dates', call.params.orderId)),
  route(retailer.putArticleGroups, call => receiveFeed(call, 'article-groups', '')),
  route(retailer.putCampaign, call => receiveFeed(call, 'campaign', call.params.name)),
  route(retailer.getRetailerOrder, call => answerState(call, 'orders', call.params.code)),
  route(retailer.getRetailerOrders, call => answerStates(call, 'orders')),
  route(retailer.getRetailerDeliveryDates, call => answerState(call, 'delivery-dates', call.params.orderId)),
  route(retailer.getRetailerDeliveryDatesList, call => answerStates(call, 'delivery-dates')),
  route(retailer.getRetailerArticleGroups, call => answerState(call, 'article-groups', '')),
  route(retailer.getRetailerCampaign, call => answerState(call, 'campaign', call.params.name)),
  route(retailer.getRetailerCampaigns, call => answerStates(call, 'campaign')),

  route(contract.getOrders, call => {
    const { ctx, caller, query } = call
    const { accountId } = caller
    const { Offset: offset, Limit, limit = Limit, changedSince, cursor } = query
    return answerWithOrders(
      call,
      // With `changedSince` no order disappears without a change.
      now =>
        readOrders(['orders', accountId], { changedSince, cursor, limit }, part =>
          listOrders(ctx.db, accountId, { ...part, offset, ...(!changedSince && { payableAfter: now }) }),
        ),
      (superOrders, cursor) => ({ superOrders, cursor }),
    )
  }),
  route(searchOrdersCall, searchOrders),
  route(contract.getOrder, call => presentOwnOrder(call, call.params.code)),
  route(contract.getOrderById, call => presentOwnOrder(call, call.params.id)),
  route(putDeliveryAddress, async call => {
    const { ctx, caller, params, body } = call
    await requestAddressChange(ctx, caller.accountId, { code: params.code, address: body })
    return presentOwnOrder(call, params.code)
  }),
  route(cancelOrder, async call => {
    const { ctx, caller, params, body } = call
    await requestCancellation(ctx, caller.accountId, { code: params.code, ...body })
    return presentOwnOrder(call, params.code)
  }),
  route(contract.getOrdersByArticles, async call => {
    const { ctx, caller, params, query } = call
    const { accountId } = caller
    if (params.accountId !== accountId) throw new Failure('forbidden', 'The account is not the caller’s')
    const { articleNames, offset, ...page } = query
    return answerWithOrders(
      call,
      () =>
        readOrders(['orders-by-articles', accountId, ...articleNames], page, part =>
          articleNames.length > 0
            ? listOrdersByArticles(ctx.db, accountId, articleNames, { ...part, offset })
            : listOrders(ctx.db, accountId, { ...part, offset }),
        ),
      (orders, cursor) => ({ orders, cursor }),
    )
  }),
  route(contract.getDeliveryDates, async ({ ctx, caller, params }) => {
    const { code } = await getOrder(ctx, caller.accountId, params.orderId)
    const dates = requireFound((await findDeliveryDates(ctx.db, [code])).get(code), 'Delivery dates')
    return { dates }
  }),
  route(reorders.getReorderStatus, ({ ctx, caller, params }) =>
    getReorderStatus(ctx, caller.accountId, params.orderCode),
  ),
  route(reorders.createReorder, async ({ ctx, caller, query, origin, request }) => {
    const shopOrigins = listShopOrigins(ctx.config, getRequestBrand(request))
    return { ShopUrl: await createReorder(ctx, caller.accountId, query.OrderCode, { origin, shopOrigins }) }
  }),
  route(contract.getArticleGroups, async ({ ctx }) => {
    const feed = await findFeed(ctx.db, 'article-groups', '')
    return (feed?.body ?? { articleGroups: [] }) as { articleGroups: contract.ArticleGroup[] }
  }),
  route(contract.getCampaign, async ({ ctx, params }) => {
    const feed = requireFound(await findFeed(ctx.db, 'campaign', params.name), 'Campaign')
    return { name: params.name, ...(feed.body as Omit<contract.Campaign, 'name'>) }
  }),
]

const readOrders = (
  scope: CursorScope,
  page: Parameters<typeof readChanges>[1],
  list: (part: ListPart) => Promise<OrderRow[]>,
) =>
  readChanges(scope, page, list, {
    newest: ({ created_at, code }) => ({ at: created_at, id: code }),
    change: ({ updated_at, code }) => ({ at: updated_at, id: code }),
  })

const receiveFeed = (
  call: Pick<Call<typeof retailer.putCampaign>, 'ctx' | 'request' | 'query'> & { body: FeedBody },
  kind: OrderFeedsTable['feed'],
  key: string,
) => receiveSubmission(call, { kind, key }, sent => storeFeed(call.ctx, kind, key, call.body, sent))

async function presentOwnOrder(
  { ctx, caller, origin, reply }: Pick<Call<typeof contract.getOrder>, 'ctx' | 'caller' | 'origin' | 'reply'>,
  code: string,
): Promise<contract.Order> {
  const row = await getOrder(ctx, caller.accountId, code)
  const block = await findGeneralBlock(ctx, ctx.db, caller.accountId)
  const withPictures = caller.key === null
  const [order] = await presentOrders(ctx, { accountId: caller.accountId, origin, block, withPictures }, [
    row,
  ])
  setVersionHeaders(reply, { version: row.version, changedAt: row.updated_at })
  return order!
}

async function getOrder(ctx: Context, accountId: string, code: string): Promise<OrderRow> {
  return requireFound(await findOrder(ctx.db, accountId, code), 'Order')
}

/**
 * Returns a cached answer with orders of an account. Rebuilt when an order, its pictures, the campaign or the account's
 * permissions have changed, when a deadline of a payment, address or cancellation has passed, and when its signatures have changed.
 */
async function answerWithOrders<Content>(
  call: { ctx: Context; caller: Pick<Caller, 'accountId' | 'key'> } & Parameters<typeof createContentKey>[0],
  list: (now: Date) => ReturnType<typeof readOrders>,
  present: (orders: Order[], cursor: string | null) => Content,
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
    parts: [getAddressExpiry(ctx), getSessionMark(), createContentKey(call), String(withPictures)],
    version: orders && [orders, library, block].join(' '),
  }
  return getCachedAnswer(ctx, request, async () => {
    const { rows, next } = await list(now)
    // Uses the block that the version contains: the current one may have changed since, and may have changed back when
    // the answer is looked up.
    const content = present(await presentOrders(ctx, { accountId, origin, block, withPictures }, rows), next)
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

function findEarliestDeadline(
  paymentEnd: Date | null,
  otherDeadlines: readonly Date[],
  now: Date,
): Date | null {
  const laterDeadlines = [...(paymentEnd ? [paymentEnd] : []), ...otherDeadlines].filter(each => each > now)
  return laterDeadlines.length === 0 ? null : new Date(Math.min(...laterDeadlines.map(Number)))
}
