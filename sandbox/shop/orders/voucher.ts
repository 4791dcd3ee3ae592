import { addDays } from 'date-fns/addDays'
import type { RetailerVoucher } from '#contract/retailer-vouchers.ts'
import { lettersOf, type Order } from './order.ts'

/** Days for which a voucher is valid. */
const VALID_DAYS = 70
const PERCENT = 15

/** The voucher that comes with a photo book. Its code follows from the order's, so that placing it twice makes one. */
export function issueVoucher(orderCode: string, title: string, now: Date): RetailerVoucher {
  return {
    version: 1,
    code: `THANKS-${lettersOf(`voucher:${orderCode}`).slice(0, 8)}`,
    title,
    discount: { percent: PERCENT },
    validFrom: now.toISOString(),
    validUntil: addDays(now, VALID_DAYS).toISOString(),
    redeemed: false,
  }
}

/** The order with its voucher used; unchanged without one that can be used. */
export function redeemVoucher(order: Order, now: Date): Order {
  const { voucher } = order
  if (!voucher || voucher.redeemed) return order
  return {
    ...order,
    voucher: { ...voucher, version: voucher.version + 1, redeemed: true, redeemedAt: now.toISOString() },
  }
}
