import { addDays } from 'date-fns/addDays'
import type { RetailerVoucher } from '#contract/retailer-vouchers.ts'
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
