import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import * as reorders from '#contract/retailer-calls/reorders.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { addressForTests } from '../../testing/addresses.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { storeFeed } from './feeds.ts'
import { upsertOrder } from './orders.ts'

const ORDERS = SERVICES.orders
const ARTICLE_GROUPS = { version: 1, articleGroups: [] }
const DAY_MS = 86_400_000
const CAMPAIGN = { version: 1, orderBefore: '2026-12-14T00:00:00Z' }

/** An order with a product and delivery dates. */
export const accessSamples: DomainAccessSamples = {
  async createData({ ctx }, { accountId }, { photo }) {
    const order = `K-${randomUUID()}`
    const products = [{ code: `${order}-1`, article: 'Prints', title: 'Prints', photoId: photo }]
    const more = {
      products,
      deliveryAddress: { type: 'Home', ...addressForTests() },
      cancelUntil: new Date(ctx.clock.now().getTime() + DAY_MS).toISOString(),
    } as const
    await upsertOrder(ctx, order, orderForTests(accountId, ctx.clock.now(), more))
    const dates = [{ from: '2026-01-02', to: '2026-01-03', productCodes: [`${order}-1`] }]
    await storeFeed(ctx, 'delivery-dates', order, { version: 1, dates })
    await storeFeed(ctx, 'campaign', 'access', CAMPAIGN)
    await storeFeed(ctx, 'article-groups', '', ARTICLE_GROUPS)
    return { order, newOrder: `K-${randomUUID()}`, product: `${order}-1` }
  },
  answerRetailerCalls(retailer) {
    retailer.on(cancelRetailerOrder, ({ body }) => ({
      answer: { cancellationId: (body as { cancellationId: string }).cancellationId },
    }))
    retailer.on(reorders.getReorder, () => ({
      answer: { reorderable: true, currency: 'GBP', items: [] },
    }))
    retailer.on(reorders.createReorder, () => ({
      answer: { shopUrl: 'https://www.keepsake.example/basket' },
    }))
  },
  calls: {
    [`GET ${ORDERS}/reorder/status/:orderCode`]: ({ order }) => ({ params: [order] }),
    [`POST ${ORDERS}/reorder-direct`]: ({ order }) => ({ query: `OrderCode=${order}` }),
    [`GET ${ORDERS}/v1/superorders/:code`]: ({ order }) => ({ params: [order] }),
    // The order's current address changes nothing and needs no order system.
    [`PUT ${ORDERS}/v1/superorders/:code/deliveryAddress`]: ({ order }) => ({
      params: [order],
      body: addressForTests(),
    }),
    [`POST ${ORDERS}/v1/superorders/:code/cancellation`]: ({ order }) => ({
      params: [order],
      body: { cancellationId: randomUUID() },
    }),
    [`GET ${ORDERS}/v1/Orders/:id`]: ({ order }) => ({ params: [order] }),
    [`GET ${ORDERS}/OrderDeliveryDates/:orderId`]: ({ order }) => ({ params: [order] }),
    [`GET ${ORDERS}/orders/byAccount/:accountId`]: ({ account }) => ({ params: [account] }),
    [`GET ${ORDERS}/v1/Campaign/:name`]: () => ({ params: ['access'] }),
  },
  serviceCalls: {
    [`PUT ${ORDERS}/retailer/orders/:code`]: ({ account, newOrder }) => ({
      params: [newOrder],
      body: orderForTests(account!, '2026-01-01T00:00:00Z', { products: [productForTests(`${newOrder}-1`)] }),
    }),
    [`GET ${ORDERS}/retailer/orders/:code`]: ({ newOrder }) => ({ params: [newOrder] }),
    [`GET ${ORDERS}/retailer/orders`]: () => ({}),
    [`PUT ${ORDERS}/retailer/deliveryDates/:orderId`]: ({ newOrder }) => ({
      params: [newOrder],
      body: { version: 1, dates: [] },
    }),
    [`GET ${ORDERS}/retailer/deliveryDates/:orderId`]: ({ newOrder }) => ({ params: [newOrder] }),
    [`GET ${ORDERS}/retailer/deliveryDates`]: () => ({}),
    [`PUT ${ORDERS}/retailer/articleGroups`]: () => ({ body: ARTICLE_GROUPS }),
    [`GET ${ORDERS}/retailer/articleGroups`]: () => ({}),
    [`PUT ${ORDERS}/retailer/campaigns/:name`]: () => ({ params: ['access'], body: CAMPAIGN }),
    [`GET ${ORDERS}/retailer/campaigns/:name`]: () => ({ params: ['access'] }),
    [`GET ${ORDERS}/retailer/campaigns`]: () => ({}),
  },
}
