import type { Context } from '../../context.ts'
import { defineDomain } from '../../domain.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { addressChangeJobs } from './address-changes/jobs.ts'
import { sendDecisionEmail } from './cancellations/decision-email.ts'
import { orderBlockChanged, orderChanged } from './events.ts'
import { mailCancellationDecision, orderUpserted } from './job-kinds.ts'
import { orderMailJobs } from './order-mails/jobs.ts'
import { orderRoutes } from './routes.ts'
import { insertOrderRecords, selectAccountOrders } from './store.ts'
import { orderTables } from './tables.ts'

export { type AddressChangeRow, listAddressChanges } from './address-changes/store.ts'
export { findDeliveryDates } from './delivery-dates.ts'
export { orderBlockChanged, orderChanged } from './events.ts'
export { orderUpserted } from './job-kinds.ts'
export { publishOrderChange, publishProductChange } from './notifications.ts'
export { listOpenOrders } from './open-orders.ts'
export { defineOrderPart } from './order-parts.ts'
export { findOrderStatus } from './order-status.ts'
export { getOrderTimeZone } from './order-time-zone.ts'
export { findOrderedProducts } from './ordered-products.ts'
export { findWithdrawalEnd, isAfterWithdrawalEnd } from './present.ts'
export { listPrintedPhotoIds } from './search/store.ts'
export {
  countOrders,
  filterOwnOrders,
  findOrder,
  findProductOrder,
  findProductOrders,
  listOrderedTitles,
  listOrders,
  listPhotosOfOrders,
  lockOrder,
  type OrderRow,
  selectOrderBlocks,
} from './store.ts'
export type { OrderBody } from './tables.ts'

const cancellationJobs: readonly JobRegistration<Context>[] = [
  handleJob(mailCancellationDecision, async (ctx, payloads) => {
    for (const { cancellationId } of payloads) await sendDecisionEmail(ctx, cancellationId)
  }),
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
  eraseAccount: orderEraser,
})
