import { normalizeCode } from '#contract/order-search.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { findOpenMatter, type OpenMatter } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import type { Context, Reader } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { listValues } from '../../platform/db/rows.ts'
import { handleEach, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { getBrandById, getBrandOrigin } from '../brands/index.ts'
import { findCustomer } from '../customers/index.ts'
import { addressChangeJobs } from './address-changes/jobs.ts'
import { sendDecisionEmail } from './cancellations/decision-email.ts'
import { orderCase } from './case-lines.ts'
import { combineStatus } from './combined-status.ts'
import { orderBlockChanged, orderChanged } from './events.ts'
import { mailCancellationDecision, orderUpserted } from './job-kinds.ts'
import { decideOrder } from './order-invoice.ts'
import { orderMailJobs } from './order-mails/jobs.ts'
import { presentOrders } from './present.ts'
import { createProductPictureLookup } from './product-pictures.ts'
import { orderRoutes } from './routes.ts'
import { findOrder, insertOrderRecords, listOrders, listProductOrders, selectAccountOrders } from './store.ts'
import { orderTables } from './tables.ts'

export { type AddressChangeRow, listAddressChanges } from './address-changes/store.ts'
export { findDeliveryDates } from './delivery-dates.ts'
export { orderBlockChanged, orderChanged } from './events.ts'
export { orderUpserted } from './job-kinds.ts'
export { publishOrderChange, publishProductChange, renewChange as renewOrderChange } from './notifications.ts'
export { contradictsMethod } from './order-invoice.ts'
export { defineOrderPart, type OrderInvoice } from './order-parts.ts'
export { getOrderTimeZone } from './order-time-zone.ts'
export { onInvoiceChanged } from './orders.ts'
export { findWithdrawalEnd, isAfterWithdrawalEnd } from './present.ts'
export { listPrintedPhotoIds } from './search/store.ts'
export {
  countOrders,
  filterEndedOrders,
  filterOwnOrders,
  findOrder,
  findProductOrder,
  findProductOrders,
  listOrderedTitles,
  listPhotosOfOrders,
  lockOrder,
  lockOrders,
  type OrderRow,
  selectOrderArrivals,
  selectOrderBlocks,
  selectOrderVersions,
} from './store.ts'
export type { OrderBody } from './tables.ts'

const cancellationJobs: readonly JobRegistration<Context>[] = [
  handleEach(mailCancellationDecision, (ctx, { cancellationId }) => sendDecisionEmail(ctx, cancellationId)),
]

/** Keeps number, date and amount of each order, without the account. */
const orderEraser = eraseRows(selectAccountOrders, (_ctx, tx, accountId) => insertOrderRecords(tx, accountId))

/** Orders of the customers, as sent by the retailer's order system. */
export const orders = defineDomain({
  name: 'orders',
  dependsOn: ['brands', 'services', 'retailer-outbox', 'mails', 'customers', 'identity', 'photos'],
  tables: orderTables,
  routes: orderRoutes,
  jobs: [...addressChangeJobs, ...cancellationJobs, ...orderMailJobs],
  emits: [orderUpserted, orderBlockChanged, orderChanged],
  caseLines: orderCase,
  eraseAccount: orderEraser,
})

/** Finds the status of an order of the account, as its customer sees it, and its version. */
export async function findOrderStatus(
  db: Reader,
  accountId: string,
  code: string,
): Promise<{ status: OrderStatus; version: number } | undefined> {
  const order = await findOrder(db, accountId, code)
  return order && { status: combineStatus(await decideOrder(db, order)), version: order.version }
}

/** An order that is older than this many later orders of the account counts as settled. */
const MAX_ORDERS = 200

/** Lists the account's orders of which something is still to come, and what, newest first, as their customer reads them. */
export async function listOpenOrders(
  ctx: Context,
  accountId: string,
): Promise<{ order: Order; matter: OpenMatter }[]> {
  const customer = await findCustomer(ctx.db, accountId)
  if (!customer) return []
  const rows = await listOrders(ctx.db, accountId, { limit: MAX_ORDERS })
  const origin = getBrandOrigin(ctx.config, getBrandById(customer.brand_id))
  const owner = { accountId, origin, block: undefined, withPictures: false }
  const now = ctx.clock.now().getTime()
  return (await presentOrders(ctx, owner, rows)).flatMap(order => {
    const matter = findOpenMatter(order, now)
    return matter ? [{ order, matter }] : []
  })
}

/**
 * Finds the code of the account's order that has the letters and digits of a typed one, as `normalizeCode` compares them;
 * undefined for none, and for several.
 */
export async function findTypedCode(
  db: Reader,
  accountId: string,
  typed: string,
): Promise<string | undefined> {
  const wanted = normalizeCode(typed)
  const codes = await listValues(db, 'orders', { account_id: accountId }, 'code')
  const matching = codes.filter(code => normalizeCode(code) === wanted)
  return matching.length === 1 ? matching[0] : undefined
}

/** Name and order of an account's ordered product. */
interface OrderedProduct {
  orderCode: string
  title: string
  orderedAt: string
  receivedAt: Date
  /** Address of a photo of the library that is on the product. */
  picture: string | null
}

/** Finds the account's ordered products with one of the codes, by code. */
export async function findOrderedProducts(
  ctx: Context,
  accountId: string,
  origin: string,
  codes: readonly string[],
): Promise<Map<string, OrderedProduct>> {
  const orders = await listProductOrders(ctx.db, accountId, codes)
  const getPicture = await createProductPictureLookup(ctx, accountId, origin, orders)
  const requestedCodes = new Set(codes)
  const products = orders.flatMap(({ code: orderCode, created_at, received_at, body }) =>
    body.products
      .filter(({ code }) => requestedCodes.has(code))
      .map(({ code, title, photoId }): [string, OrderedProduct] => [
        code,
        {
          orderCode,
          title,
          orderedAt: created_at.toISOString(),
          receivedAt: received_at,
          picture: getPicture(photoId)?.url ?? null,
        },
      ]),
  )
  return new Map(products)
}
