import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from '../orders/orders.ts'

/** An order with a product that can be returned. */
export const accessSamples: AccessSamples = {
  async createData({ ctx }, { accountId }) {
    const code = `K-${randomUUID()}`
    const products = [{ code: `${code}-1`, article: 'Frame', title: 'Frame', withdrawable: true }]
    await upsertOrder(ctx, code, orderForTests(accountId, ctx.clock.now(), { products }))
    return { returnableOrder: code }
  },
  calls: {
    [`POST ${SERVICES.withdrawals}/v1/withdrawals`]: ({ returnableOrder }) => ({
      path: `${SERVICES.withdrawals}/v1/withdrawals`,
      body: {
        withdrawalId: randomUUID(),
        orderCode: returnableOrder,
        productCodes: [`${returnableOrder}-1`],
        name: 'Anna Keller',
        email: 'anna@keepsake.test',
      },
    }),
  },
}
