import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import * as reorders from '#contract/retailer-calls/reorders.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { addressForTests } from '../../testing/addresses.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { storeFeed } from './feeds.ts'
import { upsertOrder } from './orders.ts'

const ORDERS = SERVICES.orders
const ARTICLE_GROUPS = { version: 1, articleGroups: [] }
const DAY_MS = 86_400_000
const CAMPAIGN = { version: 1, orderBefore: '2026-12-14T00:00:00Z' }

/** An order with a product and delivery dates. */
export const accessSamples: AccessSamples = {
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
    [`GET ${ORDERS}/reorder/status/:orderCode`]: ({ order }) => ({
      path: `${ORDERS}/reorder/status/${order}`,
    }),
    [`POST ${ORDERS}/reorder-direct`]: ({ order }) => ({
      path: `${ORDERS}/reorder-direct?OrderCode=${order}`,
    }),
    [`GET ${ORDERS}/v1/superorders/:code`]: ({ order }) => ({ path: `${ORDERS}/v1/superorders/${order}` }),
    // The order's current address changes nothing and needs no order system.
    [`PUT ${ORDERS}/v1/superorders/:code/deliveryAddress`]: ({ order }) => ({
      path: `${ORDERS}/v1/superorders/${order}/deliveryAddress`,
      body: addressForTests(),
    }),
    [`POST ${ORDERS}/v1/superorders/:code/cancellation`]: ({ order }) => ({
      path: `${ORDERS}/v1/superorders/${order}/cancellation`,
      body: { cancellationId: randomUUID() },
    }),
    [`GET ${ORDERS}/v1/Orders/:id`]: ({ order }) => ({ path: `${ORDERS}/v1/Orders/${order}` }),
    [`GET ${ORDERS}/OrderDeliveryDates/:orderId`]: ({ order }) => ({
      path: `${ORDERS}/OrderDeliveryDates/${order}`,
    }),
    [`GET ${ORDERS}/orders/byAccount/:accountId`]: ({ account }) => ({
      path: `${ORDERS}/orders/byAccount/${account}`,
    }),
    [`GET ${ORDERS}/v1/Campaign/:name`]: () => ({ path: `${ORDERS}/v1/Campaign/access` }),
  },
  serviceCalls: {
    [`PUT ${ORDERS}/retailer/orders/:code`]: ({ account, newOrder }) => ({
      path: `${ORDERS}/retailer/orders/${newOrder}`,
      body: orderForTests(account!, '2026-01-01T00:00:00Z', { products: [productForTests(`${newOrder}-1`)] }),
    }),
    [`GET ${ORDERS}/retailer/orders/:code`]: ({ newOrder }) => ({
      path: `${ORDERS}/retailer/orders/${newOrder}`,
    }),
    [`GET ${ORDERS}/retailer/orders`]: () => ({ path: `${ORDERS}/retailer/orders` }),
    [`PUT ${ORDERS}/retailer/deliveryDates/:orderId`]: ({ newOrder }) => ({
      path: `${ORDERS}/retailer/deliveryDates/${newOrder}`,
      body: { version: 1, dates: [] },
    }),
    [`GET ${ORDERS}/retailer/deliveryDates/:orderId`]: ({ newOrder }) => ({
      path: `${ORDERS}/retailer/deliveryDates/${newOrder}`,
    }),
    [`GET ${ORDERS}/retailer/deliveryDates`]: () => ({ path: `${ORDERS}/retailer/deliveryDates` }),
    [`PUT ${ORDERS}/retailer/articleGroups`]: () => ({
      path: `${ORDERS}/retailer/articleGroups`,
      body: ARTICLE_GROUPS,
    }),
    [`GET ${ORDERS}/retailer/articleGroups`]: () => ({ path: `${ORDERS}/retailer/articleGroups` }),
    [`PUT ${ORDERS}/retailer/campaigns/:name`]: () => ({
      path: `${ORDERS}/retailer/campaigns/access`,
      body: CAMPAIGN,
    }),
    [`GET ${ORDERS}/retailer/campaigns/:name`]: () => ({ path: `${ORDERS}/retailer/campaigns/access` }),
    [`GET ${ORDERS}/retailer/campaigns`]: () => ({ path: `${ORDERS}/retailer/campaigns` }),
  },
}
