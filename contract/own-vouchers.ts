import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, nextCursor } from './paging.ts'
import { count } from './scalars.ts'
import { voucher } from './vouchers.ts'

/** A voucher of the caller; `orderCode`: the order that it came with, once that is known. */
const ownVoucher = voucher.omit({ isVoucherFound: true }).extend({
  productCode: z.string(),
  orderCode: z.string().optional(),
})
export type OwnVoucher = z.infer<typeof ownVoucher>

export const getVouchers = endpoint('GET', 'vouchers', '/v1/vouchers/me', {
  policy: 'customer',
  scope: 'orders:read',
  summary:
    'The caller’s vouchers, 50 a page: first those that can be used, by their end, then used and expired ones (NX-149)',
  query: z.strictObject({ cursor }),
  answer: z.object({
    vouchers: z.array(ownVoucher),
    /** `ready`: neither used nor expired. */
    counts: z.object({ ready: count, ended: count }),
    cursor: nextCursor,
  }),
})
