import { randomUUID } from 'node:crypto'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import { isOnHold } from '#contract/order-waiting.ts'
import type { Context, Tx } from '../../../context.ts'
import { insertMissingRow } from '../../../platform/db/rows.ts'
import { getBrandById } from '../../brands/index.ts'
import { type Customer, findCustomer } from '../../customers/index.ts'
import { findCancellationRefund } from '../cancellations/cancellation-refund.ts'
import { mailOrderEvent } from '../job-kinds.ts'
import { findOrder, type OrderRow } from '../store.ts'
import type { OrderBody } from '../tables.ts'
import { loadOrder, loadOrderEvents } from './load-events.ts'
import { createRefundKey, createResumedKey, findResumed, type OrderEvent } from './order-events.ts'
import { findMailedDays, requestMail } from './store.ts'

/** What is older when its version arrives is not mailed: an import of old orders mails nobody. */
const RECENT_MS = 86_400_000

/**
 * Requests the mails of what a version of an order tells, each event once, in the transaction that stores it. If the version
 * accepts the customer's cancellation, the mail of that tells its refund, too.
 */
export async function requestMailsOfOrder(
  ctx: Context,
  tx: Tx,
  customer: Customer,
  {
    code,
    before,
    body,
    isCancellationAccepted,
  }: {
    code: string
    /** The version before it, if there is one. */
    before: OrderBody | undefined
    body: OrderBody
    isCancellationAccepted: boolean
  },
): Promise<void> {
  if (!isMailed(customer)) return
  const oldest = ctx.clock.now().getTime() - RECENT_MS
  const heldSince = before && !isOnHold(body) ? findHeldSince(before) : undefined
  if (heldSince && isResumedAfter(body, heldSince, oldest))
    await requestMailOfResumption(ctx, tx, { customer, code, heldSince })
  if (!canHaveEvents(body)) return
  const row = await findOrder(tx.db, customer.account_id, code)
  if (!row) return
  const told = isCancellationAccepted ? findCancellationRefund(body) : undefined
  if (told?.state === 'paid')
    // Another mail tells of the refund.
    await insertMissingRow(tx.db, 'order_mails', {
      ...createMailRow(ctx, row, { kind: 'order-refund', key: createRefundKey(told) }),
      mailed_at: ctx.clock.now(),
    })
  await requestMails(
    ctx,
    tx,
    { customer, row },
    event => Date.parse(event.at) >= oldest && !(told && event.key === createRefundKey(told)),
  )
}

/** Finds since when a version of an order was stopped without a question to the customer. */
function findHeldSince(body: OrderBody): string | undefined {
  if (!isOnHold(body)) return undefined
  const hold = body.notice?.kind === 'hold' ? body.notice : undefined
  if (hold?.action) return undefined
  return hold?.since ?? body.history?.findLast(({ status }) => status === 'on_hold')?.at ?? body.createdAt
}

/** Whether the status that ended the stop is recent; without one it ends with the version. */
function isResumedAfter({ history }: OrderBody, heldSince: string, oldest: number): boolean {
  const last = history?.at(-1)?.at
  return last === undefined || Date.parse(last) <= Date.parse(heldSince) || Date.parse(last) > oldest
}

async function requestMailOfResumption(
  ctx: Context,
  tx: Tx,
  { customer, code, heldSince }: { customer: Customer; code: string; heldSince: string },
): Promise<void> {
  const row = await findOrder(tx.db, customer.account_id, code)
  if (!row) return
  const key = createResumedKey(heldSince)
  const { order, moment } = await loadOrder(ctx, tx.db, getBrandById(customer.brand_id), row)
  if (findResumed(order, key, moment)) await sendJob(ctx, tx, row, { kind: 'order-resumed', key })
}

/** Requests the mail of a delay whose new days have just been stored. */
export async function requestMailOfDeliveryDates(
  ctx: Context,
  tx: Tx,
  { accountId, code }: { accountId: string; code: string },
): Promise<void> {
  const row = await findOrder(tx.db, accountId, code)
  if (!row || !canHaveEvents(row.body)) return
  const customer = await findCustomer(tx.db, accountId)
  if (!customer || !isMailed(customer)) return
  // The new days are the event, however old the delay; one that was old when its order came was imported with it.
  const oldest = row.received_at.getTime() - RECENT_MS
  await requestMails(
    ctx,
    tx,
    { customer, row },
    ({ kind, at }) => kind === 'order-delayed' && Date.parse(at) >= oldest,
  )
}

const isMailed = ({ brand_id, deleted_at }: Customer): boolean =>
  !deleted_at && getBrandById(brand_id).orderMails !== 'retailer'

/** Whether an order has what any event needs; most have not, and cost no query. */
const canHaveEvents = ({ status, notice, refunds = [] }: OrderBody): boolean =>
  notice !== undefined ||
  refunds.length > 0 ||
  status === 'delayed' ||
  STATES_OF_STATUSES[status] === 'payment-failed'

async function requestMails(
  ctx: Context,
  tx: Tx,
  { customer, row }: { customer: Customer; row: OrderRow },
  isNew: (event: OrderEvent) => boolean,
): Promise<void> {
  const brand = getBrandById(customer.brand_id)
  const { events } = await loadOrderEvents(ctx, tx.db, brand, row)
  for (const event of events.filter(isNew)) {
    if (await isTold(tx.db, row, event)) continue
    // Delays are mailed once a day at most, whatever days they name.
    const today = formatCalendarDay(ctx.clock.now(), brand.timeZone)
    const key = event.kind === 'order-delayed' ? `${event.key} ${today}` : event.key
    await sendJob(ctx, tx, row, { kind: event.kind, key })
  }
}

async function sendJob(
  ctx: Context,
  tx: Tx,
  row: OrderRow,
  event: Pick<OrderEvent, 'kind' | 'key'>,
): Promise<void> {
  const mailId = await requestMail(tx, createMailRow(ctx, row, event))
  if (!mailId) return
  const payload = { accountId: row.account_id, mailId }
  await ctx.jobs.send(tx, mailOrderEvent, [payload], { id: mailId, again: true })
}

const createMailRow = (
  { clock }: Pick<Context, 'clock'>,
  { account_id, code }: OrderRow,
  { kind, key }: Pick<OrderEvent, 'kind' | 'key'>,
) => ({
  mail_id: randomUUID(),
  account_id,
  order_code: code,
  kind,
  event_key: key,
  requested_at: clock.now(),
})

/** Whether the last mail of a delay named these days. */
export async function isTold(
  db: Tx['db'] | Context['db'],
  { account_id, code }: Pick<OrderRow, 'account_id' | 'code'>,
  event: OrderEvent,
): Promise<boolean> {
  const days = getDays(event)
  return days !== null && days === (await findMailedDays(db, account_id, code))
}

/** The new days of a delay, as its mail is stored with them; null of other events. */
export const getDays = (event: OrderEvent): string | null =>
  event.kind === 'order-delayed' ? `${event.message.arriving.from}/${event.message.arriving.to}` : null
