import type { FastifyInstance } from 'fastify'
import { refreshVoucher } from '#contract/retailer-calls/vouchers.ts'
import type { Shop } from './context.ts'
import { answerCall, CallRefused } from './keepsake-calls/answer-call.ts'

/** Mounts Keepsake's call for the current voucher of an ordered product; only the first product of an order has one. */
export function mountVouchers(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, refreshVoucher, async ({ params }) => {
    const [, orderCode] = /^(.+)-1$/.exec(params.code) ?? []
    const order = orderCode ? await shop.orders.find(orderCode) : undefined
    if (!order?.voucher) throw new CallRefused()
    return order.voucher
  })
}
