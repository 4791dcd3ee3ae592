import { z } from 'zod'
import { addressChange } from './address-change.ts'
import { campaignName, OCCASIONS } from './campaign-name.ts'
import { cancellation } from './cancellation.ts'
import { orderComplaint } from './complaint.ts'
import { deliveryAddress } from './delivery-address.ts'
import { endpoint } from './endpoint.ts'
import { accountIdInput } from './id.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { nameText } from './input/text.ts'
import { currency, minorUnits } from './money.ts'
import { orderNotice } from './order-notice.ts'
import { changesQuery, cursor, nextCursor, otherPageLimit, pageLimit } from './paging.ts'
import { refund } from './refunds.ts'
import { resourceVersion } from './resource-version.ts'
import { orderCode } from './retailer-orders.ts'
import { count, day, deadline, instant, wholeNumber } from './scalars.ts'
import { WITHDRAWAL_EXCLUSIONS, withdrawal } from './withdrawal.ts'

/** Orders per call when all are loaded. */
export const ORDERS_BATCH = 100
/** Orders per call of the search by article. */
export const ORDERS_BY_ACCOUNT = 10
/** The largest offset of a call. */
const OFFSET_MAX = 100_000

/** Open, so that clients accept statuses that the order system adds later. */
const status = z.string()
const history = z.array(z.object({ status, at: instant }))

/** A picture of a product that expires with its answer. */
const picture = z.object({
  url: z.string(),
  /** A thumbhash in base64url. */
  placeholder: z.string().optional(),
})

/** Days between which products arrive. */
const deliveryDate = z.object({
  from: day,
  to: day,
  productCodes: z.array(z.string()),
  /** The days that were promised at first, if they were others. */
  promised: z.object({ from: day, to: day }).optional(),
})
export type DeliveryDate = z.infer<typeof deliveryDate>

const orderedProduct = z.object({
  code: z.string(),
  article: z.string(),
  title: z.string(),
  description: z.string().optional(),
  quantity: count,
  price: minorUnits.optional(),
  status,
  history,
  paymentChangedDate: instant.optional(),
  voucher: z.string().optional(),
  voucherDetails: z.record(z.string(), z.unknown()).optional(),
  picture: picture.nullable(),
  withdrawable: z.boolean().optional(),
  withdrawalExclusion: z.enum(WITHDRAWAL_EXCLUSIONS).optional(),
  /** The last instant of the right of withdrawal; absent before the delivery, unless the retailer named one. */
  withdrawUntil: deadline.optional(),
  /** Its day in the time zone of the customer's brand. */
  withdrawalLastDay: day.optional(),
})
export type OrderedProduct = z.infer<typeof orderedProduct>

const parcel = z.object({
  number: z.string(),
  carrier: z.string(),
  trackingUrl: z.string().optional(),
  shippedAt: instant,
  productCodes: z.array(z.string()),
  deliveredAt: instant.optional(),
  deliveredTo: z.string().optional(),
  expectedFrom: day.optional(),
  expectedTo: day.optional(),
  pickupReadyAt: instant.optional(),
  pickupUntil: deadline.optional(),
  pickupCode: z.string().optional(),
})

/** An order of the caller. `status` is the least advanced one of its products that is not cancelled. */
export const order = z.object({
  superOrderCode: z.string(),
  /** The same as `superOrderCode`: a superorder has one order. */
  code: z.string(),
  ...resourceVersion,
  createdAt: instant,
  status,
  history,
  source: z.string().optional(),
  productCount: count,
  products: z.array(orderedProduct),
  parcels: z.array(parcel),
  deliveryAddress: deliveryAddress.optional(),
  total: z.object({ amount: minorUnits, currency }).optional(),
  deliveryCost: minorUnits.optional(),
  /** What is deducted from products and delivery. */
  discounts: z.array(z.object({ name: z.string(), amount: minorUnits })).optional(),
  paymentUrl: z.string().optional(),
  paymentExpiresAt: deadline.optional(),
  addressChangeUntil: deadline.optional(),
  addressChange,
  notice: orderNotice.optional(),
  cancelUntil: deadline.optional(),
  refunds: z.array(refund).optional(),
  payment: z
    .object({
      /** One of the feed's (`ORDER_PAYMENT_METHODS`). */
      method: z.string(),
      /** The last four digits of the card's or the bank account's number. */
      lastDigits: z.string().optional(),
      /** The retailer's name of another method; stands alone. */
      label: z.string().optional(),
      paidAt: instant.optional(),
      failedAt: instant.optional(),
    })
    .optional(),
  /** open, paid, credited: what the order's invoices say; absent without one, and while it is not known. */
  paymentStatus: z.string().optional(),
  /** Whether the order's invoices were paid, also if they are credited; absent without one, and while it is not known. */
  isInvoicePaid: z.boolean().optional(),
  /** What credit notes of its invoices take back, with VAT. */
  credited: minorUnits.optional(),
  /** What of it these credit notes say is paid out. */
  repaid: minorUnits.optional(),
  /** The VAT of the total, one entry per rate; `rate` in hundredths of a percent. */
  vat: z.array(z.object({ rate: z.int(), amount: minorUnits })).optional(),
  complaintUntil: deadline.optional(),
  /** Whether its delivery dates are known; prevents a call whose 404 the browser would log. */
  hasDeliveryDates: z.boolean(),
  /** When its products arrive, as `getDeliveryDates` answers; absent while that is not known. */
  deliveryDates: z.array(deliveryDate).optional(),
  cancellation: cancellation.optional(),
  withdrawals: z.array(withdrawal).optional(),
  complaints: z.array(orderComplaint).optional(),
  /** The brand's campaign, if known, while the order awaits payment. */
  campaign: z.string().optional(),
})
export type Order = z.infer<typeof order>

const offset = wholeNumber({ min: 0, max: OFFSET_MAX }).default(0)

/** An offset counts from the first order of the list. */
const withoutBoth = (name: 'Offset' | 'offset') => ({
  error: 'conflict' satisfies FieldIssue,
  path: [name],
})

export const getOrders = endpoint('GET', 'orders', '/v2/superorders/me', {
  policy: 'customer',
  scope: 'orders:read',
  summary:
    'The caller’s orders, newest first (AA-075), or with `changedSince` the oldest change first (NX-442); unpaid ones whose time to pay is over are in the latter only. `limit` is the same as `Limit`',
  query: z
    .strictObject({
      Offset: offset,
      Limit: pageLimit(ORDERS_BATCH),
      OrderState: z.literal('notExpired').default('notExpired'),
      ...changesQuery,
      limit: otherPageLimit,
    })
    .refine(({ Offset, cursor }) => Offset === 0 || cursor === undefined, withoutBoth('Offset')),
  answer: z.object({ superOrders: z.array(order), cursor: nextCursor }),
})

export const getOrder = endpoint('GET', 'orders', '/v1/superorders/:code', {
  policy: 'customer',
  scope: 'orders:read',
  isVersioned: true,
  summary: 'An order of the caller (AA-076)',
  params: z.object({ code: orderCode }),
  answer: order,
  errors: ['not-found'],
})

export const getOrderById = endpoint('GET', 'orders', '/v1/Orders/:id', {
  policy: 'customer',
  scope: 'orders:read',
  isVersioned: true,
  summary: 'An order of the caller by its id, which is its code (AA-076)',
  params: z.object({ id: orderCode }),
  answer: order,
  errors: ['not-found'],
})

const articleName = nameText({ max: 200 })
/** One name or a list of them. */
export const articleNames = z.preprocess(
  value => (typeof value === 'string' ? [value] : value),
  z.array(articleName).max(100).default([]),
)

export const getOrdersByArticles = endpoint('GET', 'orders', '/orders/byAccount/:accountId', {
  policy: 'customer',
  scope: 'orders:read',
  summary:
    'The caller’s orders with products of the named articles, newest first (AA-077); without names all',
  params: z.object({ accountId: accountIdInput }),
  query: z
    .strictObject({
      articleNames,
      offset,
      cursor,
      limit: pageLimit(ORDERS_BY_ACCOUNT),
    })
    .refine(query => query.offset === 0 || query.cursor === undefined, withoutBoth('offset')),
  answer: z.object({ orders: z.array(order), cursor: nextCursor }),
  errors: ['forbidden'],
})

export const getDeliveryDates = endpoint('GET', 'orders', '/OrderDeliveryDates/:orderId', {
  policy: 'customer',
  scope: 'orders:read',
  summary: 'When the products of the caller’s order arrive (AA-080); 404 when that is not known',
  params: z.object({ orderId: orderCode }),
  answer: z.object({ dates: z.array(deliveryDate) }),
  errors: ['not-found'],
})

const articleGroup = z.object({
  id: z.string(),
  name: z.string(),
  articleNames: z.array(z.string()),
  /** Whether its articles come with a widget. */
  hasWidgets: z.boolean().optional(),
})
export type ArticleGroup = z.infer<typeof articleGroup>

export const getArticleGroups = endpoint('GET', 'orders', '/v1/ArticleGroup', {
  policy: 'customer',
  summary: 'Article groups with the names of their articles (AA-082)',
  answer: z.object({ articleGroups: z.array(articleGroup) }),
})

const campaign = z.object({ name: z.string(), orderBefore: instant, occasion: z.enum(OCCASIONS).optional() })
export type Campaign = z.infer<typeof campaign>

export const getCampaign = endpoint('GET', 'orders', '/v1/Campaign/:name', {
  policy: 'customer',
  summary: 'Until when to order for an occasion (AA-082)',
  params: z.object({ name: campaignName }),
  answer: campaign,
  errors: ['not-found'],
})
