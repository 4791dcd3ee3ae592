import { findBrandByHost } from '#brands/index.ts'
import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { Context } from '../../context.ts'
import { findCustomer } from '../customers/index.ts'
import { presentAddress } from './address-changes/present.ts'
import { findLastChanges } from './address-changes/store.ts'
import { presentCancellation, presentStatus } from './cancellations/present.ts'
import { findLastCancellations } from './cancellations/store.ts'
import { combineStatus } from './combined-status.ts'
import { findDeliveryDates } from './delivery-dates.ts'
import type { GeneralBlocker } from './general-block.ts'
import { listVendorShopOrigins, presentNotice } from './notice.ts'
import { loadOrderParts } from './order-parts.ts'
import { getOrderTimeZone } from './order-time-zone.ts'
import { createProductPictureLookup } from './product-pictures.ts'
import { findFeed, type OrderRow } from './store.ts'
import { findWithdrawalEnd } from './withdrawal-end.ts'

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
  const campaign = rows.some(awaitsPayment) ? await findCampaign(ctx, origin) : undefined
  const lastChanges = await findLastChanges(ctx.db, codes)
  const lastCancellations = await findLastCancellations(ctx.db, codes)
  const now = ctx.clock.now()
  const getParts = await loadOrderParts(ctx.db, accountId, codes)
  const brand = findBrandByHost(new URL(origin).host)
  const timeZone = await findZone(ctx, accountId)
  const shopOrigins = brand ? listVendorShopOrigins(ctx.config, brand.vendor) : []
  return rows.map(({ code, body }) => ({
    superOrderCode: code,
    createdAt: body.createdAt,
    status: presentStatus(combineStatus(body), lastCancellations.get(code)),
    history: body.history,
    source: body.source,
    productCount: body.products.length,
    products: body.products.map(product => ({
      code: product.code,
      article: product.article,
      title: product.title,
      description: product.description,
      quantity: product.quantity,
      price: product.price,
      status: presentStatus(product.status ?? body.status, lastCancellations.get(code)),
      history: product.history,
      paymentChangedDate: product.paymentChangedDate,
      voucher: product.voucher,
      voucherDetails: product.voucherDetails,
      picture: getPicture(product.photoId),
      withdrawable: product.withdrawable,
      withdrawalExclusion: product.withdrawalExclusion,
      withdrawUntil: findWithdrawalEnd(body, product, timeZone),
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
    vat: body.vat,
    complaintUntil: body.complaintUntil,
    ...getParts(code),
    hasDeliveryDates: deliveryDates.has(code),
    deliveryDates: deliveryDates.get(code),
    campaign: awaitsPayment({ body }) ? campaign : undefined,
  }))
}

const awaitsPayment = ({ body }: Pick<OrderRow, 'body'>): boolean =>
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
