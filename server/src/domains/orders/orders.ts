import { isEarlier } from '#contract/deadline.ts'
import type { Answer } from '#contract/endpoint.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { summarizeDelivery } from '#contract/order-delivery.ts'
import { normalizeSearchText } from '#contract/order-search.ts'
import { isFailedStatus, ORDER_STATES, STATES_OF_STATUSES } from '#contract/order-status.ts'
import { FIRST_ORDER, type putOrder, type RetailerOrder } from '#contract/retailer-orders.ts'
import type { Context, Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { checkPastInstants } from '../../http/past-instants.ts'
import type { Submission } from '../../http/submission.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { type Customer, receiveAccountVersion, setLastOrder } from '../customers/index.ts'
import { decideAddressChange } from './address-changes/decide-change.ts'
import { decideCancellation } from './cancellations/decide-cancellation.ts'
import { combineStatus, listProductStatuses } from './combined-status.ts'
import { orderBlockChanged } from './events.ts'
import { adoptDeliveryDates } from './feeds.ts'
import { orderUpserted } from './job-kinds.ts'
import { checkNoticeAction } from './notice.ts'
import { publishOrderVersion } from './notifications.ts'
import { applyInvoice, type DecidedBody, decideOrder } from './order-invoice.ts'
import { requestMailsOfOrder } from './order-mails/request-mails.ts'
import { loadOrderPart } from './order-parts.ts'
import { getOrderTimeZone } from './order-time-zone.ts'
import {
  listOrdersByCode,
  lockOrder,
  type OrderRow,
  replaceOrderPhotos,
  replaceOrderProducts,
  upsertOrderRow,
} from './store.ts'
import type { OrderBody, StoredState } from './tables.ts'

/**
 * Stores a version of an order and resets the retention period of its customer, in one transaction. A version
 * that is stored already, or a lower one, changes nothing. The date of the last order never decreases, whatever
 * sequence orders arrive in. What happened in the future, or an order before 2000, is a bad request; an unknown or erased account is not
 * found; a code of another account's order or product, and other content under the same version, are conflicts.
 */
export async function upsertOrder(
  ctx: Context,
  code: string,
  { accountId, version, ...body }: RetailerOrder,
  submission?: Submission,
): Promise<Answer<typeof putOrder>> {
  checkPastInstants(ctx, listPastInstants(body), submission, body.createdAt)
  const createdAt = checkCreationDate(body.createdAt)
  const { receipt, written, customer } = await receiveAccountVersion(
    ctx,
    { accountId, version, content: body, submission },
    recipient => ({
      read: async tx => {
        checkNoticeAction(ctx, recipient.vendor, body.notice)
        return lockOrder(tx, code)
      },
      getContent: row => row.body,
      conflictMessage: 'This code belongs to the order of another account',
      write: async (tx, stored) => {
        if (!(await upsertOrderRows(ctx, tx, { recipient, code, version, body }))) return false
        if (!stored) await adoptDeliveryDates(tx, code, recipient)
        const { last_order_at } = recipient
        return {
          last_order_at: isFailedStatus(body.status)
            ? last_order_at
            : await setLastOrder(tx, recipient, { orderedAt: createdAt, now: ctx.clock.now() }),
        }
      },
      publish: async (tx, stored) => {
        if (Boolean(body.blocked) !== Boolean(stored?.body.blocked))
          await ctx.events.emit(tx, orderBlockChanged, { accountId, code })
        await decideAddressChange(ctx, tx, { accountId, code, body })
        const { isAccepted } = await decideCancellation(ctx, tx, { accountId, code, body })
        await requestMailsOfOrder(ctx, tx, recipient, {
          code,
          before: stored?.body,
          body,
          isCancellationAccepted: isAccepted,
        })
        await ctx.jobs.send(tx, orderUpserted, [{ accountId, code }])
        await publishOrderVersion(ctx, tx, accountId, code)
        const service = submission?.service.name
        tx.afterCommit(() => ctx.log.info({ accountId, order: code, version, service }, 'order stored'))
      },
    }),
  )
  const { last_order_at } = written ?? customer
  return { code, accountId, ...receipt, lastOrderDate: last_order_at?.toISOString() ?? null }
}

/** Lists what has happened to an order, by the path of its field. */
function listPastInstants({
  createdAt,
  history,
  products,
  parcels,
  notice,
  payment,
  refunds = [],
}: OrderBody) {
  const listHistory = (path: string, entries: OrderBody['history']) =>
    entries.map(({ at }, index) => [`${path}history.${index}.at`, at] as const)
  return Object.fromEntries([
    ['createdAt', createdAt],
    ...listHistory('', history),
    ...products.flatMap((product, index) => [
      ...listHistory(`products.${index}.`, product.history),
      [`products.${index}.paymentChangedDate`, product.paymentChangedDate] as const,
    ]),
    ...parcels.flatMap(({ shippedAt, deliveredAt, pickupReadyAt }, index) => [
      [`parcels.${index}.shippedAt`, shippedAt] as const,
      [`parcels.${index}.deliveredAt`, deliveredAt] as const,
      [`parcels.${index}.pickupReadyAt`, pickupReadyAt] as const,
    ]),
    ['notice.since', notice?.since],
    ['payment.paidAt', payment?.paidAt],
    ['payment.failedAt', payment?.failedAt],
    ...refunds.map(({ at }, index) => [`refunds.${index}.at`, at] as const),
  ])
}

function checkCreationDate(text: string): Date {
  const createdAt = new Date(text)
  if (isEarlier(text, FIRST_ORDER))
    throw new Failure('bad-request', 'Not valid: createdAt, too early', {
      fields: { createdAt: 'not-valid' },
    })
  return createdAt
}

/** Writes the order with its products and photos; false when its code belongs to another account. */
async function upsertOrderRows(
  ctx: Context,
  tx: Tx,
  { recipient, code, version, body }: { recipient: Customer; code: string; version: number; body: OrderBody },
): Promise<boolean> {
  const accountId = recipient.account_id
  const isWritten = await upsertOrderRow(tx, {
    account_id: accountId,
    code,
    version,
    created_at: new Date(body.createdAt),
    body,
    ...createSearchColumns({ code, body }, getOrderTimeZone(recipient)),
    ...createStateColumns(await decideOrder(tx.db, { account_id: accountId, code, body })),
    updated_at: ctx.clock.now(),
  })
  if (!isWritten) return false
  const products = body.products.map(product => ({
    code: product.code,
    account_id: accountId,
    order_code: code,
    article: product.article,
  }))
  if (!(await replaceOrderProducts(tx, code, products)))
    throw new Failure('conflict', 'The code of a product belongs to another order')
  await replaceOrderPhotos(tx, { account_id: accountId, code, body })
  return true
}

/** The columns of an order that its search compares. */
interface SearchColumns {
  placed_year: number
  search_text: string
}

/** Creates the columns by which an order is searched; the year is that of its time zone. */
function createSearchColumns(
  { code, body }: Pick<OrderRow, 'code' | 'body'>,
  timeZone: string,
): SearchColumns {
  return {
    placed_year: Number(formatCalendarDay(new Date(body.createdAt), timeZone).slice(0, 4)),
    search_text: [code, ...body.products.flatMap(listTexts)].map(normalizeSearchText).join(' '),
  }
}

const listTexts = ({ code, title, description, article }: OrderBody['products'][number]): string[] => [
  code,
  title,
  description ?? '',
  article,
]

/** Open pages are not told of an invoice of more orders. */
const MAX_PUBLISHED = 10

/**
 * Recomputes what invoices decide about these orders of the account, and publishes the orders to open pages. The customer is locked, so
 * that no version is stored meanwhile.
 */
export async function onInvoiceChanged(
  ctx: Context,
  tx: Tx,
  accountId: string,
  codes: readonly string[],
): Promise<void> {
  const rows = await listOrdersByCode(tx.db, accountId, codes)
  const invoices = await loadOrderPart(tx.db, 'invoice', accountId, codes)
  for (const { code, body } of rows) {
    const columns = createStateColumns(applyInvoice(body, invoices.get(code)))
    await updateRows(tx.db, 'orders', { code }, { ...columns, updated_at: ctx.clock.now() })
    if (rows.length <= MAX_PUBLISHED)
      await publishToAccount(ctx, tx, accountId, { type: 'order-changed', orderCode: code })
  }
}

/** The columns of an order that its payment decides. */
const createStateColumns = (body: DecidedBody): Pick<OrderRow, 'state' | 'payable_until'> => ({
  state: findStoredState(body),
  payable_until:
    body.paymentExpiresAt && STATES_OF_STATUSES[combineStatus(body)] === 'awaiting-payment'
      ? new Date(body.paymentExpiresAt)
      : null,
})

/** Returns the state that does not depend on the time: whether a failed payment can be repeated does. */
function findStoredState(body: DecidedBody): StoredState {
  const state = STATES_OF_STATUSES[combineStatus(body)]
  if (state === 'payment-failed' || state === 'awaiting-payment') return state
  if (ORDER_STATES[state] === 'failure') return 'cancelled'
  if (summarizeDelivery({ products: listProductStatuses(body), parcels: body.parcels }).isDelivered)
    return 'delivered'
  return state as StoredState
}
