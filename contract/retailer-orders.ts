import { z } from 'zod'
import { refine } from 'zod/mini'
import { ADDRESS_REFUSALS } from './address-change.ts'
import { campaignName, OCCASIONS } from './campaign-name.ts'
import { CANCELLATION_REFUSALS } from './cancellation.ts'
import { isEarlier } from './deadline.ts'
import { deliveryAddressInput } from './delivery-address.ts'
import { feedDay, feedDeadline, feedInstant } from './feed-dates.ts'
import { accountIdInput, idInput } from './id.ts'
import { currencyCode } from './input/currency-code.ts'
import { passesFeedCheck } from './input/feed-checks.ts'
import { type FieldIssue, refuseField } from './input/field-issues.ts'
import { ORDER_PAYMENT_METHODS } from './input/payment-methods.ts'
import { listRepeated, refuseRepeatedIds } from './input/repeated.ts'
import { isStorableJson, nameText } from './input/text.ts'
import { webAddress } from './input/web-address.ts'
import { minorUnits } from './money.ts'
import { retailerOrderNotice } from './order-notice.ts'
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'
import { REFUND_REASONS, REFUND_STATES } from './refunds.ts'
import { listBack, readBack, submission, version, versionAnswer } from './retailer-states.ts'
import { instant } from './scalars.ts'
import { WITHDRAWAL_EXCLUSIONS } from './withdrawal.ts'

/*
 * Orders as the retailer's order system sends them (docs/retailer-interface.md): each time the whole state with its version. A
 * higher version is stored; the same one again, and a lower one, change nothing; the same one with other content is a
 * conflict.
 */

const word = nameText({ max: 200 })

/** Code of an order or of an ordered product, unique over all brands. */
export const orderCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)

/** Products of one order: also what is withdrawn from or reported at once. */
export const ORDER_PRODUCTS_MAX = 1000

export const PRODUCT_PHOTOS_MAX = 10_000

export const orderStatus = z.enum(ORDER_STATUSES)
/** What is earlier is the default value of some system. */
export const FIRST_ORDER = '2000-01-01T00:00:00Z'

/** Orders that may have no products. */
const ENDED_STATUSES: readonly OrderStatus[] = ['Cancelled', 'cancelled', 'rejected']

/** Statuses in the order of their times, none before 2000. */
const history = z
  .array(z.strictObject({ status: orderStatus, at: feedInstant }))
  .max(100)
  .superRefine((entries, ctx) => {
    for (const [index, { at }] of entries.entries()) {
      const path = [index, 'at']
      if (!passesFeedCheck(() => !isEarlier(at, FIRST_ORDER))) refuseField(ctx, path, 'not-valid')
      if (!passesFeedCheck(() => !isEarlier(at, entries[index - 1]?.at))) refuseField(ctx, path)
    }
  })

const product = z.strictObject({
  code: orderCode,
  /** The article's name in the catalogue. */
  article: word,
  /** The product's title; if it has none, the article's name, in whose place pages show its name in the channel. */
  title: word,
  description: z.optional(word),
  quantity: z.int().min(1).max(100_000).default(1),
  /** Price of all copies, in the currency of the order's total, or of the channel if there is no total. */
  price: minorUnits.optional(),
  /** The status of the order if absent. */
  status: orderStatus.optional(),
  history: history.default([]),
  paymentChangedDate: feedInstant.optional(),
  /** Code of the voucher included with the product. */
  voucher: z.optional(word),
  voucherDetails: z.record(z.string(), z.unknown()).refine(isStorableJson).optional(),
  /** A photo of the customer's library that shows it. */
  photoId: idInput.optional(),
  /** All photos of the customer's library that it contains. */
  photoIds: z.array(idInput).max(PRODUCT_PHOTOS_MAX).optional(),
  /** Whether the customer can withdraw from the contract for it; unknown if absent. */
  withdrawable: z.boolean().optional(),
  withdrawalExclusion: z.enum(WITHDRAWAL_EXCLUSIONS).optional(),
  /** The last instant of the right of withdrawal; if absent, 14 days after the delivery of the last product. */
  withdrawUntil: feedDeadline.optional(),
})

/** The last decided change of the delivery address, by its `changeId`. */
const addressChange = z.strictObject({
  changeId: idInput,
  state: z.enum(['applied', 'refused']),
  reason: z.enum(ADDRESS_REFUSALS).optional(),
})

const parcel = z.strictObject({
  number: word,
  carrier: word,
  trackingUrl: webAddress.optional(),
  shippedAt: feedInstant,
  productCodes: z.array(orderCode).max(ORDER_PRODUCTS_MAX),
  deliveredAt: feedInstant.optional(),
  /** Who took it, or where it was left, as the carrier says. */
  deliveredTo: z.optional(nameText({ max: 100 })),
  /** First and last day of its delivery, as the carrier says. */
  expectedFrom: feedDay.optional(),
  expectedTo: feedDay.optional(),
  /** When it arrived at the pick-up point, and until when it can be picked up there with the code. */
  pickupReadyAt: feedInstant.optional(),
  pickupUntil: feedDeadline.optional(),
  pickupCode: z.optional(nameText({ max: 12 })),
})

/** The decision on the customer's cancellation, by its `cancellationId`. */
const orderCancellation = z.strictObject({
  cancellationId: idInput,
  state: z.enum(['accepted', 'refused']),
  reason: z.enum(CANCELLATION_REFUSALS).optional(),
})

/** What was done about a withdrawal. */
const orderWithdrawal = z.strictObject({
  withdrawalId: idInput,
  state: z.enum(['confirmed', 'returned', 'refunded', 'rejected']),
  /** Why it was rejected, in the customer's language. */
  reason: z.optional(nameText({ max: 300 })),
  labelUrl: webAddress.optional(),
  sendBackBy: feedDeadline.optional(),
})

/** The number of a payment card: twelve digits or more, with at most two other characters between them. */
const CARD_NUMBER = /(?:\d\D{0,2}){12}/

const paymentMethod = z.enum(ORDER_PAYMENT_METHODS)

const orderRefund = z.strictObject({
  refundId: idInput,
  amount: minorUnits,
  at: feedInstant,
  state: z.enum(REFUND_STATES),
  expectedBy: feedDeadline.optional(),
  reason: z.enum(REFUND_REASONS),
  productCodes: z.array(orderCode).max(ORDER_PRODUCTS_MAX).optional(),
  method: paymentMethod.optional(),
})

const orderPayment = z.strictObject({
  method: paymentMethod,
  /** Of the card or the bank account. */
  lastDigits: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  /** The retailer's name of another method: never the number of a card. */
  label: z.optional(nameText({ max: 60 }).check(refine(value => !CARD_NUMBER.test(value)))),
  paidAt: feedInstant.optional(),
  failedAt: feedInstant.optional(),
})

/** An order as the order system sends it. */
export const retailerOrder = z
  .strictObject({
    version,
    /** The customer; the subject of the sign-in token. */
    accountId: accountIdInput,
    /** When the order was placed. */
    createdAt: feedInstant,
    status: orderStatus,
    history: history.default([]),
    /** 'Resnap', or the application used to order. */
    source: z.optional(word),
    /** At least one, unless the order was cancelled or rejected. */
    products: z.array(product).max(ORDER_PRODUCTS_MAX),
    parcels: z.array(parcel).max(100).default([]),
    deliveryAddress: deliveryAddressInput.optional(),
    /** Including delivery and discounts. */
    total: z.strictObject({ amount: minorUnits, currency: currencyCode }).optional(),
    /** In the currency of the total. */
    deliveryCost: minorUnits.optional(),
    /** What is deducted from products and delivery, by the name that the customer reads. */
    discounts: z
      .array(z.strictObject({ name: word, amount: minorUnits }))
      .max(20)
      .optional(),
    /** Payment page and deadline of an order that awaits payment. */
    paymentUrl: webAddress.optional(),
    paymentExpiresAt: feedDeadline.optional(),
    /** Until when the delivery address can be changed; if absent, the status decides. */
    addressChangeUntil: feedDeadline.optional(),
    addressChange: addressChange.optional(),
    notice: retailerOrderNotice.optional(),
    /** Until when the customer can cancel; production ends it earlier. If absent, the order cannot be cancelled. */
    cancelUntil: feedDeadline.optional(),
    cancellation: orderCancellation.optional(),
    withdrawals: z.array(orderWithdrawal).max(100).optional(),
    refunds: z.array(orderRefund).max(50).optional(),
    payment: orderPayment.optional(),
    /** The VAT of the total, one entry per rate; `rate` in hundredths of a percent. */
    vat: z
      .array(z.strictObject({ rate: z.int().min(0).max(10_000), amount: minorUnits }))
      .max(10)
      .optional(),
    /** Until when a problem with its products can be reported; if absent, two years after their delivery. */
    complaintUntil: feedDeadline.optional(),
    /** Blocked by the retailer: its widgets are not shown to anyone. */
    blocked: z.boolean().optional(),
  })
  .superRefine((sent, ctx) => {
    const createIssue = (...path: PropertyKey[]) => refuseField(ctx, path)
    const hasProducts = sent.products.length > 0 || ENDED_STATUSES.includes(sent.status)
    if (!passesFeedCheck(() => hasProducts)) refuseField(ctx, ['products'], 'too-few')
    const codes = sent.products.map(({ code }) => code)
    for (const index of listRepeated(codes)) createIssue('products', index, 'code')
    for (const [index, { shippedAt, productCodes }] of sent.parcels.entries()) {
      if (isEarlier(shippedAt, sent.createdAt)) createIssue('parcels', index, 'shippedAt')
      for (const [at, code] of productCodes.entries())
        if (!codes.includes(code)) createIssue('parcels', index, 'productCodes', at)
    }
    if (isEarlier(sent.paymentExpiresAt, sent.createdAt)) createIssue('paymentExpiresAt')
    for (const [index, { shippedAt, deliveredAt, expectedFrom, expectedTo }] of sent.parcels.entries()) {
      if (isEarlier(deliveredAt, shippedAt)) createIssue('parcels', index, 'deliveredAt')
      if (expectedFrom && expectedTo && expectedTo < expectedFrom) createIssue('parcels', index, 'expectedTo')
    }
    const { refunds = [], withdrawals = [], total } = sent
    for (const index of listRepeated(refunds.map(({ refundId }) => refundId)))
      createIssue('refunds', index, 'refundId')
    for (const index of listRepeated(withdrawals.map(({ withdrawalId }) => withdrawalId)))
      createIssue('withdrawals', index, 'withdrawalId')
    const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0)
    if (refunds.length > 0 && (!total || refunded > total.amount)) createIssue('refunds')
  })
export type RetailerOrder = z.infer<typeof retailerOrder>

export const putOrder = submission('orders', '/retailer/orders/:code', {
  serviceScope: 'orders:write',
  summary: 'Stores a version of an order and resets the retention period (PL-002)',
  params: z.object({ code: orderCode }),
  body: retailerOrder,
  answer: versionAnswer.extend({
    code: z.string(),
    accountId: z.string(),
    lastOrderDate: instant.nullable(),
  }),
})

export const getRetailerOrder = readBack(putOrder, { summary: 'The order as it was sent last (NX-358)' })
export const getRetailerOrders = listBack(putOrder, { summary: 'Orders that were sent since an instant' })

/** Days between which products arrive. */
const deliveryDate = z
  .strictObject({ from: feedDay, to: feedDay, productCodes: z.array(orderCode).max(ORDER_PRODUCTS_MAX) })
  .refine(({ from, to }) => passesFeedCheck(() => to >= from), {
    error: 'conflict' satisfies FieldIssue,
    path: ['to'],
  })

export const putDeliveryDates = submission('orders', '/retailer/deliveryDates/:orderId', {
  serviceScope: 'orders:write',
  summary: 'Stores a version of the delivery dates of an order, which may arrive before the order (AA-069)',
  params: z.object({ orderId: orderCode }),
  body: z.strictObject({ version, dates: z.array(deliveryDate).max(100) }),
})

export const getRetailerDeliveryDates = readBack(putDeliveryDates, {
  summary: 'The delivery dates of an order as they were sent last',
})
export const getRetailerDeliveryDatesList = listBack(putDeliveryDates, {
  summary: 'Delivery dates that were sent since an instant',
})

const articleGroup = z.strictObject({
  id: word,
  name: word,
  articleNames: z.array(word).max(1000),
  /** Whether its articles come with a widget. */
  hasWidgets: z.boolean().optional(),
})

export const putArticleGroups = submission('orders', '/retailer/articleGroups', {
  serviceScope: 'orders:write',
  summary: 'Stores a version of all article groups (AA-082)',
  body: z.strictObject({
    version,
    articleGroups: z.array(articleGroup).max(1000).superRefine(refuseRepeatedIds),
  }),
  errors: ['forbidden', 'conflict'],
})

export const getRetailerArticleGroups = readBack(putArticleGroups, {
  summary: 'The article groups as they were sent last',
})

export const putCampaign = submission('orders', '/retailer/campaigns/:name', {
  serviceScope: 'orders:write',
  summary: 'Stores a version of a campaign and its order cut-off (AA-070)',
  params: z.object({ name: campaignName }),
  body: z.strictObject({ version, orderBefore: feedInstant, occasion: z.enum(OCCASIONS).optional() }),
  errors: ['forbidden', 'conflict'],
})

export const getRetailerCampaign = readBack(putCampaign, { summary: 'A campaign as it was sent last' })
export const getRetailerCampaigns = listBack(putCampaign, {
  summary: 'Campaigns that were sent since an instant',
})
