import * as contract from '#contract/orders.ts'
import * as reorders from '#contract/reorders.ts'
import * as retailer from '#contract/retailer-orders.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { getRequestBrand, listShopOrigins } from '../brands/index.ts'
import { describeRequest } from '../identity/index.ts'
import { findGeneralBlock, requestAddressChange } from './address-changes/request-change.ts'
import { storeFeed } from './feeds.ts'
import { answerWithOrders } from './order-answers.ts'
import { upsertOrder } from './orders.ts'
import { presentOrders } from './present.ts'
import { createReorder } from './reorders/create-reorder.ts'
import { getReorderStatus } from './reorders/reorder-status.ts'
import { findFeed, findOrder, listOrders, listOrdersByArticles, type OrderRow } from './store.ts'

export const orderRoutes: readonly Route[] = [
  route(retailer.putOrder, ({ ctx, params, body, request }) =>
    upsertOrder(ctx, params.code, body, request.service!),
  ),
  route(retailer.putDeliveryDates, ({ ctx, params, body }) =>
    storeFeed(ctx, 'delivery-dates', params.orderId, body),
  ),
  route(retailer.putArticleGroups, ({ ctx, body }) => storeFeed(ctx, 'article-groups', '', body)),
  route(retailer.putCampaign, ({ ctx, params, body }) => storeFeed(ctx, 'campaign', params.name, body)),

  route(contract.getOrders, call => {
    const { ctx, caller, query } = call
    const { accountId } = caller
    return answerWithOrders(
      call,
      now => listOrders(ctx.db, accountId, { offset: query.Offset, limit: query.Limit, payableAfter: now }),
      superOrders => ({ superOrders }),
    )
  }),
  route(contract.getOrder, call => presentOwnOrder(call, call.params.code)),
  route(contract.getOrderById, call => presentOwnOrder(call, call.params.id)),
  route(contract.putDeliveryAddress, async call => {
    const { ctx, caller, params, body } = call
    const change = { code: params.code, address: body }
    await requestAddressChange(ctx, caller, change, describeRequest(call.request))
    return presentOwnOrder(call, params.code)
  }),
  route(contract.getOrdersByArticles, async call => {
    const { ctx, caller, params, query } = call
    const { accountId } = caller
    if (params.accountId !== accountId) throw new Failure('forbidden', 'The account is not the caller’s')
    const { articleNames, ...page } = query
    return answerWithOrders(
      call,
      () =>
        articleNames.length > 0
          ? listOrdersByArticles(ctx.db, accountId, articleNames, page)
          : listOrders(ctx.db, accountId, page),
      orders => ({ orders }),
    )
  }),
  route(contract.getDeliveryDates, async ({ ctx, caller, params }) => {
    const { code } = await getOrder(ctx, caller.accountId, params.orderId)
    const feed = await findFeed(ctx.db, 'delivery-dates', code)
    const { dates } = (feed?.body ?? { dates: [] }) as { dates: contract.DeliveryDate[] }
    if (dates.length === 0) throw notFound('Delivery dates')
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
    const feed = await findFeed(ctx.db, 'campaign', params.name)
    if (!feed) throw notFound('Campaign')
    return { name: params.name, ...(feed.body as Omit<contract.Campaign, 'name'>) }
  }),
]

async function presentOwnOrder(
  { ctx, caller, origin }: Pick<Call<typeof contract.getOrder>, 'ctx' | 'caller' | 'origin'>,
  code: string,
): Promise<contract.Order> {
  const row = await getOrder(ctx, caller.accountId, code)
  const block = await findGeneralBlock(ctx, ctx.db, caller.accountId)
  const withPictures = caller.key === null
  const [order] = await presentOrders(ctx, { accountId: caller.accountId, origin, block, withPictures }, [
    row,
  ])
  return order!
}

async function getOrder(ctx: Context, accountId: string, code: string): Promise<OrderRow> {
  const row = await findOrder(ctx.db, accountId, code)
  if (!row) throw notFound('Order')
  return row
}
