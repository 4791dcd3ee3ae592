import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { findBrandByHost } from '#brands/index.ts'
import type { AddressChangeBlocker } from '#contract/address-change.ts'
import { type Deadline, getLastDay } from '#contract/deadline.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import { summarizeDelivery } from '#contract/order-delivery.ts'
import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { Context } from '../../context.ts'
import { findCustomer } from '../customers/index.ts'
import {
  type BlockFacts,
  findAddressBlock,
  listChangeableProducts,
} from './address-changes/address-blocks.ts'
import { type AddressChangeRow, findLastChanges, isOpen } from './address-changes/store.ts'
import { presentCancellation, presentStatus } from './cancellations/present.ts'
import { findLastCancellations } from './cancellations/store.ts'
import { combineStatus, listProductStatuses, readStatus, type StatusFacts } from './combined-status.ts'
import { findDeliveryDates } from './delivery-dates.ts'
import type { GeneralBlocker } from './general-block.ts'
import { listVendorShopOrigins, presentNotice } from './notice.ts'
import { applyInvoice } from './order-invoice.ts'
import { loadOrderParts } from './order-parts.ts'
import { getOrderTimeZone } from './order-time-zone.ts'
import { createProductPictureLookup } from './product-pictures.ts'
import { findFeed, type OrderRow } from './store.ts'
import type { OrderBody } from './tables.ts'

/**
 * Presents orders of one account to its customer; every field is listed explicitly. `block`: what prevents changes and
 * cancellations of all of them. `withPictures`: not for an API key, because the addresses of pictures open the whole library.
 */
export async function presentOrders(
  ctx: Context,
  {
    accountId,
    origin,
    block,
    withPictures,
  }: {
    accountId: string
    origin: string
    block: GeneralBlocker | undefined
    withPictures: boolean
  },
  rows: readonly OrderRow[],
): Promise<Order[]> {
  const getPicture = withPictures
    ? await createProductPictureLookup(ctx, accountId, origin, rows)
    : () => null
  const codes = rows.map(({ code }) => code)
  const deliveryDates = await findDeliveryDates(ctx.db, codes)
  const lastChanges = await findLastChanges(ctx.db, codes)
  const lastCancellations = await findLastCancellations(ctx.db, codes)
  const now = ctx.clock.now()
  const getParts = await loadOrderParts(ctx.db, accountId, codes)
  const orders = rows.map(row => {
    const { invoice, ...parts } = getParts(row.code)
    const { code, version, updated_at: changedAt } = row
    return { code, version, changedAt, body: applyInvoice(row.body, invoice), parts }
  })
  const campaign = orders.some(awaitsPayment) ? await findCampaign(ctx, origin) : undefined
  const brand = findBrandByHost(new URL(origin).host)
  const timeZone = await findZone(ctx, accountId)
  const shopOrigins = brand ? listVendorShopOrigins(ctx.config, brand.vendor) : []
  return orders.map(({ code, version, changedAt, body, parts }) => ({
    superOrderCode: code,
    code,
    version,
    changedAt: changedAt.toISOString(),
    createdAt: body.createdAt,
    status: presentStatus(combineStatus(body), lastCancellations.get(code)),
    history: body.history,
    source: body.source,
    productCount: body.products.length,
    products: body.products.map(product => ({
      ...presentWithdrawalEnd(findWithdrawalEnd(body, product, timeZone), timeZone),
      code: product.code,
      article: product.article,
      title: product.title,
      description: product.description,
      quantity: product.quantity,
      price: product.price,
      status: presentStatus(readStatus(product.status ?? body.status, body), lastCancellations.get(code)),
      history: product.history,
      paymentChangedDate: product.paymentChangedDate,
      voucher: product.voucher,
      voucherDetails: product.voucherDetails,
      picture: getPicture(product.photoId),
      withdrawable: product.withdrawable,
      withdrawalExclusion: product.withdrawalExclusion,
    })),
    parcels: body.parcels,
    ...presentAddress(body, lastChanges.get(code), {
      block,
      cancellation: lastCancellations.get(code)?.state,
      now,
    }),
    total: body.total,
    deliveryCost: body.deliveryCost,
    discounts: body.discounts,
    paymentUrl: body.paymentUrl,
    paymentExpiresAt: body.paymentExpiresAt,
    addressChangeUntil: body.addressChangeUntil,
    notice: presentNotice(body.notice, shopOrigins),
    cancelUntil: body.cancelUntil,
    cancellation: presentCancellation(body, lastCancellations.get(code), { block, now }),
    refunds: body.refunds,
    payment: body.payment,
    paymentStatus: body.paymentStatus,
    isInvoicePaid: body.isInvoicePaid,
    vat: body.vat,
    complaintUntil: body.complaintUntil,
    credited: body.credited,
    repaid: body.repaid,
    ...parts,
    hasDeliveryDates: deliveryDates.has(code),
    deliveryDates: deliveryDates.get(code),
    campaign: awaitsPayment({ body }) ? campaign : undefined,
  }))
}

const presentWithdrawalEnd = (withdrawUntil: Deadline | undefined, timeZone: string) => ({
  withdrawUntil,
  withdrawalLastDay: withdrawUntil && getLastDay(withdrawUntil, timeZone),
})

const awaitsPayment = ({ body }: { body: StatusFacts }): boolean =>
  STATES_OF_STATUSES[combineStatus(body)] === 'awaiting-payment'

/** Finds the zone of the customer's brand: periods end alike at the hosts of all brands. */
async function findZone({ db }: Pick<Context, 'db'>, accountId: string): Promise<string> {
  const customer = await findCustomer(db, accountId)
  return customer ? getOrderTimeZone(customer) : 'UTC'
}

/** Finds the campaign that the brand of the host names, if the order system has sent it. */
async function findCampaign(ctx: Context, origin: string): Promise<string | undefined> {
  const name = findBrandByHost(new URL(origin).host)?.campaign
  return name && (await findFeed(ctx.db, 'campaign', name)) ? name : undefined
}

/**
 * Presents the delivery address of an order and whether it can be changed. An address that the order system has not
 * applied yet is shown with the type 'ChangeInProgress'. `block`: what prevents changes of all orders of the
 * account.
 */
function presentAddress(
  body: OrderBody,
  lastChange: AddressChangeRow | undefined,
  { block, ...facts }: { block: AddressChangeBlocker | undefined } & Pick<BlockFacts, 'cancellation' | 'now'>,
): Pick<Order, 'deliveryAddress' | 'addressChange'> {
  const hasOpenChange = lastChange !== undefined && isOpen(lastChange)
  return {
    deliveryAddress: hasOpenChange ? withType(lastChange.address, 'ChangeInProgress') : body.deliveryAddress,
    addressChange: {
      blockedBy: findAddressBlock(body, { hasOpenChange, ...facts }) ?? block,
      productCodes: listChangeableProducts(body, facts.now),
      last: lastChange && {
        changeId: lastChange.change_id,
        state: lastChange.state,
        address: withType(lastChange.address, hasOpenChange ? 'ChangeInProgress' : 'Home'),
        previousAddress: lastChange.previous_address,
        refusal: lastChange.refusal ?? undefined,
      },
    },
  }
}

const withType = (address: AddressDetails, type: 'Home' | 'ChangeInProgress') => ({ type, ...address })

/** Days of the right of withdrawal after the day of the delivery (Directive 2011/83/EU, article 9). */
const WITHDRAWAL_DAYS = 14

/**
 * Returns the last instant in which a product can be withdrawn from in time: the retailer's, or the end of the 14th day
 * after the delivery of the order's last product, of the Monday where that is a Saturday or a Sunday (Regulation (EEC, Euratom)
 * No 1182/71, article 3). Undefined before the delivery, when every statement is in time.
 */
export function findWithdrawalEnd(
  body: Pick<OrderBody, 'products' | 'parcels' | 'status'>,
  { withdrawUntil }: Pick<OrderBody['products'][number], 'withdrawUntil'>,
  timeZone: string,
): Deadline | undefined {
  if (withdrawUntil !== undefined) return withdrawUntil
  const { deliveredAt } = summarizeDelivery({
    parcels: body.parcels,
    products: listProductStatuses(body),
  })
  if (deliveredAt === undefined) return undefined
  const lastDay = addDays(new TZDate(new Date(deliveredAt), timeZone), WITHDRAWAL_DAYS)
  const weekday = lastDay.getDay()
  const monday = addDays(lastDay, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
  return new Date(
    new TZDate(
      monday.getFullYear(),
      monday.getMonth(),
      monday.getDate() + 1,
      0,
      0,
      0,
      0,
      timeZone,
    ).getTime() - 1,
  ).toISOString()
}

/** Whether a statement is late. The second that an end names belongs to the period. */
export function isAfterWithdrawalEnd(submittedAt: Date, end: string | undefined): boolean {
  if (end === undefined) return false
  return Math.floor(submittedAt.getTime() / 1000) > Math.floor(Date.parse(end) / 1000)
}
