import { z } from 'zod'
import { isEarlier } from './deadline.ts'
import { feedDeadline, feedInstant } from './feed-dates.ts'
import { accountIdInput } from './id.ts'
import { currencyCode } from './input/currency-code.ts'
import { passesFeedCheck } from './input/feed-checks.ts'
import { type RuleContext, refuseField } from './input/field-issues.ts'
import { nameText } from './input/text.ts'
import { minorUnits } from './money.ts'
import { orderCode } from './retailer-orders.ts'
import { listBack, readBack, submission, version } from './retailer-states.ts'

/* Offers and vouchers as the retailer sends them, each time the whole state with its version, like orders. */

const word = nameText({ max: 200 })

/** Discount of a voucher: a share of the price, or an amount of money. */
const discount = z.union([
  z.strictObject({ percent: z.int().min(1).max(100) }),
  z.strictObject({ amount: minorUnits.min(1), currency: currencyCode }),
])

/** The public part of an offer. */
const offerFields = {
  version,
  title: word,
  description: z.optional(word),
  discount: discount.optional(),
  validFrom: feedInstant.optional(),
  validUntil: feedDeadline.optional(),
}

const voucherFields = {
  ...offerFields,
  code: word,
  redeemed: z.boolean().default(false),
  redeemedAt: feedInstant.optional(),
}

/** The voucher included with an ordered product. */
export const retailerVoucher = z.strictObject(voucherFields).superRefine(checkVoucher)
export type RetailerVoucher = z.infer<typeof retailerVoucher>

export const putOffer = submission('vouchers', '/retailer/offers/:optionCode', {
  serviceScope: 'vouchers:write',
  summary: 'Stores a version of an offer, by the code under which customers use it (AA-074)',
  params: z.object({ optionCode: word }),
  body: z.strictObject(offerFields).superRefine(checkVoucher),
  errors: ['forbidden', 'conflict'],
})

export const putVoucher = submission('vouchers', '/retailer/products/:code', {
  serviceScope: 'vouchers:write',
  summary:
    'Stores a version of the voucher of an ordered product, which may arrive before the order (AA-079)',
  params: z.object({ code: orderCode }),
  body: z.strictObject({ ...voucherFields, accountId: accountIdInput }).superRefine(checkVoucher),
})

export const getRetailerOffer = readBack(putOffer, { summary: 'An offer as it was sent last (NX-358)' })
export const getRetailerOffers = listBack(putOffer, { summary: 'Offers that were sent since an instant' })
export const getRetailerVoucher = readBack(putVoucher, {
  summary: 'The voucher of an ordered product as it was sent last',
})
export const getRetailerVouchers = listBack(putVoucher, {
  summary: 'Vouchers of ordered products that were sent since an instant',
})

/** A voucher is valid from its start to its end, and redeemed if it has a time of that. */
function checkVoucher({ validFrom, validUntil, redeemed, redeemedAt }: VoucherTimes, ctx: RuleContext) {
  if (!passesFeedCheck(() => !isEarlier(validUntil, validFrom))) refuseField(ctx, ['validUntil'])
  if (redeemedAt !== undefined && !redeemed) refuseField(ctx, ['redeemedAt'])
}

interface VoucherTimes {
  validFrom?: string | undefined
  validUntil?: string | undefined
  redeemed?: boolean
  redeemedAt?: string | undefined
}
