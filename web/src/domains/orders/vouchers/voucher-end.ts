import type { OwnVoucher } from '#contract/own-vouchers.ts'

/** Whether a voucher was used, or its time is over. `now`: milliseconds since 1970. */
export const isEnded = (
  { redeemed, validUntil }: Pick<OwnVoucher, 'redeemed' | 'validUntil'>,
  now: number,
): boolean => redeemed || (validUntil !== undefined && Date.parse(validUntil) <= now)
