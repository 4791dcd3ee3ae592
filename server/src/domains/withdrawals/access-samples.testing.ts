import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { change } from '../../context.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from '../orders/orders.ts'
import { createReference } from './reference.ts'
import { insertWithdrawal } from './store.ts'

const SENDER = { name: 'Anna Keller', email: 'anna@keepsake.test' }

/** A withdrawal from an order. The owner is a business, which may repeat one but not make one. */
export const accessSamples: DomainAccessSamples = {
  async createData({ ctx }, { accountId }) {
    const returnableOrder = `K-${randomUUID()}`
    const returnableProduct = `P-${randomUUID()}`
    const withdrawal = randomUUID()
    const products = [{ code: returnableProduct, article: 'Frame', title: 'Frame', withdrawable: true }]
    const now = ctx.clock.now()
    await upsertOrder(ctx, returnableOrder, orderForTests(accountId, now, { products }))
    const productCodes = [returnableProduct]
    await change(ctx, tx =>
      insertWithdrawal(tx, {
        withdrawal_id: withdrawal,
        reference: createReference(),
        account_id: accountId,
        order_code: returnableOrder,
        brand_id: 'keepsake-gb',
        locale: 'en-GB',
        input: { orderCode: returnableOrder, productCodes, ...SENDER },
        statement: 'I hereby withdraw.',
        product_codes: productCodes,
        is_late: false,
        ended_at: null,
        recipient: SENDER.email,
        submitted_at: now,
        checked_at: now,
      }),
    )
    return { returnableOrder, returnableProduct, withdrawal }
  },
  calls: {
    [`POST ${SERVICES.withdrawals}/v1/withdrawals`]: ids => ({
      body: {
        withdrawalId: ids.withdrawal,
        orderCode: ids.returnableOrder,
        productCodes: [ids.returnableProduct],
        ...SENDER,
      },
    }),
  },
}
