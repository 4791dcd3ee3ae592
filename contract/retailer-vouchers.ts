import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput } from './id.ts'
import { nameText } from './input/text.ts'
import { currency, minorUnits } from './money.ts'
import { orderCode, version, versionAnswer } from './retailer-orders.ts'
import { instant } from './scalars.ts'

/* Offers and vouchers as the retailer sends them, each time the whole state with its version, like orders. */

const word = nameText({ max: 200 })

/** Discount of a voucher: a share of the price, or an amount of money. */
const discount = z.union([
  z.strictObject({ percent: z.int().min(1).max(100) }),
  z.strictObject({ amount: minorUnits, currency }),
])

/** The public part of an offer. */
const offer = z.strictObject({
  version,
  title: word,
  description: z.optional(word),
  discount: discount.optional(),
  validFrom: instant.optional(),
  validUntil: instant.optional(),
})

/** The voucher included with an ordered product. */
export const retailerVoucher = offer.extend({
  code: word,
  redeemed: z.boolean().default(false),
  redeemedAt: instant.optional(),
})
export type RetailerVoucher = z.infer<typeof retailerVoucher>

export const putOffer = endpoint({
  method: 'PUT',
  service: 'vouchers',
  path: '/retailer/offers/:optionCode',
  policy: 'service',
  summary: 'Stores a version of an offer, by the code under which customers use it (AA-074)',
  params: z.object({ optionCode: word }),
  body: offer,
  answer: versionAnswer,
  errors: ['bad-request', 'unauthorized', 'conflict'],
})

export const putVoucher = endpoint({
  method: 'PUT',
  service: 'vouchers',
  path: '/retailer/products/:code',
  policy: 'service',
  summary:
    'Stores a version of the voucher of an ordered product, which may arrive before the order (AA-079)',
  params: z.object({ code: orderCode }),
  body: retailerVoucher.extend({ accountId: accountIdInput }),
  answer: versionAnswer,
  errors: ['bad-request', 'unauthorized', 'not-found', 'conflict'],
})
