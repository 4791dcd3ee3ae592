import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nameText } from './input/text.ts'
import { currency, minorUnits } from './money.ts'
import { orderCode } from './retailer-orders.ts'
import { deadline, instant } from './scalars.ts'

/** Discount of a voucher: a share of the price, or an amount of money. */
const discount = z.object({
  percent: z.int().optional(),
  amount: minorUnits.optional(),
  currency: currency.optional(),
})

/** A voucher. Without `isVoucherFound` nothing but its code is known. */
export const voucher = z.object({
  code: z.string(),
  isVoucherFound: z.boolean(),
  title: z.string().optional(),
  description: z.string().optional(),
  discount: discount.optional(),
  validFrom: instant.optional(),
  validUntil: deadline.optional(),
  redeemed: z.boolean(),
  redeemedAt: instant.optional(),
})
export type Voucher = z.infer<typeof voucher>

export const getOffer = endpoint('GET', 'vouchers', '/api/v1/campaigns/offers/:optionCode', {
  policy: 'customer',
  scope: 'orders:read',
  summary: 'The offer behind a voucher code: the caller’s own voucher, else that of a campaign (AA-083)',
  params: z.object({ optionCode: nameText({ max: 200 }) }),
  answer: voucher,
  errors: ['not-found'],
})

const productVoucher = z.object({ productCode: z.string(), code: z.string(), isVoucherFound: z.boolean() })
export type ProductVoucher = z.infer<typeof productVoucher>

export const getOrderVouchers = endpoint('GET', 'vouchers', '/v1/vouchers', {
  policy: 'customer',
  scope: 'orders:read',
  summary: 'The vouchers of the products of the caller’s order, and whether their offers are known (AA-074)',
  query: z.strictObject({ orderCode }),
  answer: z.object({ vouchers: z.array(productVoucher) }),
  errors: ['not-found'],
})

export const refreshVoucher = endpoint('POST', 'vouchers', '/v1/vouchers/:productCode/refresh', {
  policy: 'customer',
  summary: 'The current voucher of a product of the caller, asked of the retailer (AA-079, OP-71)',
  params: z.object({ productCode: orderCode }),
  answer: voucher,
  errors: ['not-found'],
})
