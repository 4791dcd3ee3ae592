import type { Timestamp } from '#contract/deadline.ts'
import type { Voucher } from '#contract/vouchers.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Says why a voucher cannot be used any more, or not yet; undefined of one that can be used. */
export function describeObstacle(
  texts: Texts,
  { redeemed, redeemedAt, validFrom, validUntil }: Omit<Voucher, 'isVoucherFound'>,
): string | undefined {
  const now = Date.now()
  const date = (at: Timestamp) => ({ date: instantDayLabel(texts, at) })
  if (redeemed && redeemedAt) return texts.text('order.voucher.redeemed-on', date(redeemedAt))
  if (redeemed) return texts.text('order.voucher.redeemed')
  if (validUntil !== undefined && Date.parse(validUntil) <= now)
    return texts.text('order.voucher.expired-on', { date: lastDayLabel(texts, validUntil) })
  if (validFrom !== undefined && Date.parse(validFrom) > now)
    return texts.text('order.voucher.valid-from', date(validFrom))
  return undefined
}
