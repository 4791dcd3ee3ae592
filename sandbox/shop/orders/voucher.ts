import { addDays } from 'date-fns/addDays'
import type { FastifyInstance } from 'fastify'
import { refreshVoucher } from '#contract/retailer-calls/vouchers.ts'
import type { RetailerVoucher } from '#contract/retailer-vouchers.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { deriveLetters, type Order } from './order.ts'

/** Days for which a voucher is valid. */
const VALID_DAYS = 70
const PERCENT = 15

/**
 * Issues the voucher of a photo book. Its code is derived from the order's, so that placing the order twice issues
 * one.
 */
export function issueVoucher(orderCode: string, title: string, now: Date): RetailerVoucher {
  return {
    version: 1,
    code: `THANKS-${deriveLetters(`voucher:${orderCode}`).slice(0, 8)}`,
    title,
    discount: { percent: PERCENT },
    validFrom: now.toISOString(),
    validUntil: addDays(now, VALID_DAYS).toISOString(),
    redeemed: false,
  }
}

/** Redeems the order's voucher; unchanged without one that can be redeemed. */
export function redeemVoucher(order: Order, now: Date): Order {
  const { voucher } = order
  if (!voucher || voucher.redeemed) return order
  return {
    ...order,
    voucher: { ...voucher, version: voucher.version + 1, redeemed: true, redeemedAt: now.toISOString() },
  }
}

/** Mounts Keepsake's call for the current voucher of an ordered product; only the first product of an order has one. */
export function mountVouchers(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, refreshVoucher, async ({ params }) => {
    const [, orderCode] = /^(.+)-1$/.exec(params.code) ?? []
    const order = orderCode ? shop.orders.find(orderCode) : undefined
    if (!order?.voucher) throw new CallRefused()
    return order.voucher
  })
}
