import { SERVICES } from '#contract/endpoint.ts'
import { refreshVoucher } from '#contract/retailer-calls/vouchers.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { upsertVoucher } from './vouchers.ts'

const VOUCHERS = SERVICES.vouchers
const VOUCHER = { version: 1, code: 'THANKS', title: '15% off', redeemed: false }

/** The voucher of the product of an order. */
export const accessSamples: DomainAccessSamples = {
  async createData({ ctx }, { accountId }, { order }) {
    const voucher = `V-${order}`
    await upsertVoucher(ctx, `${order}-1`, accountId, { ...VOUCHER, code: voucher })
    return { voucher }
  },
  answerRetailerCalls(retailer) {
    retailer.on(refreshVoucher, ({ params }) => ({
      answer: { ...VOUCHER, code: `V-${params.code!.replace(/-1$/, '')}` },
    }))
  },
  calls: {
    [`GET ${VOUCHERS}/api/v1/campaigns/offers/:optionCode`]: ({ voucher }) => ({ params: [voucher] }),
    [`GET ${VOUCHERS}/v1/vouchers`]: ({ order }) => ({ query: `orderCode=${order}` }),
    [`POST ${VOUCHERS}/v1/vouchers/:productCode/refresh`]: ({ product }) => ({ params: [product] }),
  },
  serviceCalls: {
    [`PUT ${VOUCHERS}/retailer/offers/:optionCode`]: ({ newOrder }) => ({
      params: [newOrder],
      body: { version: 1, title: '15% off' },
    }),
    [`GET ${VOUCHERS}/retailer/offers/:optionCode`]: ({ newOrder }) => ({ params: [newOrder] }),
    [`GET ${VOUCHERS}/retailer/offers`]: () => ({}),
    [`PUT ${VOUCHERS}/retailer/products/:code`]: ({ account, newOrder }) => ({
      params: [newOrder],
      body: { ...VOUCHER, accountId: account },
    }),
    [`GET ${VOUCHERS}/retailer/products/:code`]: ({ newOrder }) => ({ params: [newOrder] }),
    [`GET ${VOUCHERS}/retailer/products`]: () => ({}),
  },
}
