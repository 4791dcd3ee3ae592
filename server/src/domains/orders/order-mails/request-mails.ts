import { randomUUID } from 'node:crypto'
import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { setHours } from 'date-fns/setHours'
import { startOfDay } from 'date-fns/startOfDay'
import type { Brand } from '#contract/brands.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { isFailedStatus } from '#contract/order-status.ts'
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
import { createKey, createRefundKey, findResumed, type OrderEvent } from './order-events.ts'
import { findMailedDays, type OrderMailRow, requestMail } from './store.ts'

/** What is older when its version arrives is not mailed: an import of old orders mails nobody. */
const RECENT_MS = 86_400_000
/** Hour of the brand's day. */
const MORNING_HOUR = 8

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
    event =>
      (Date.parse(event.at) >= oldest || isEndOf(event, before)) &&
      !(told && event.key === createRefundKey(told)),
  )
}

/** Whether the version after `before` is the first that says an order has ended, where its history does not say when. */
const isEndOf = (event: OrderEvent, before: OrderBody | undefined): boolean =>
  event.kind === 'order-ended' &&
  event.message.at === undefined &&
  before !== undefined &&
  !isFailedStatus(before.status)

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
  const key = createKey('resumed', heldSince)
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
  if (!row) return
  if (!canHaveEvents(row.body) && (await findMailedDays(tx.db, accountId, code)) === undefined) return
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
  notice !== undefined || refunds.length > 0 || status === 'delayed' || isFailedStatus(status)

async function requestMails(
  ctx: Context,
  tx: Tx,
  { customer, row }: { customer: Customer; row: OrderRow },
  isNew: (event: OrderEvent) => boolean,
): Promise<void> {
  const brand = getBrandById(customer.brand_id)
  const { events } = await loadOrderEvents(ctx, tx.db, brand, row)
  for (const event of events.filter(isNew)) {
    if (event.kind === 'order-delayed') await requestMailOfDelay(ctx, tx, row, { event, brand })
    else await sendJob(ctx, tx, row, event)
  }
}

/** Delays are mailed once a day at most; what is told later on a day is mailed on the next morning, if it still differs then. */
async function requestMailOfDelay(
  ctx: Context,
  tx: Tx,
  row: OrderRow,
  { event: { kind, key }, brand: { timeZone } }: { event: OrderEvent; brand: Brand },
): Promise<void> {
  const now = ctx.clock.now()
  const toKey = (at: Date) => `${key} ${formatCalendarDay(at, timeZone)}`
  if (await sendJob(ctx, tx, row, { kind, key: toKey(now) })) return
  const morning = setHours(startOfDay(addDays(new TZDate(now, timeZone), 1)), MORNING_HOUR)
  await sendJob(ctx, tx, row, { kind, key: toKey(morning) }, new Date(morning.getTime()))
}

async function sendJob(
  ctx: Context,
  tx: Tx,
  row: OrderRow,
  event: Pick<OrderEvent, 'kind' | 'key'>,
  dueAt = ctx.clock.now(),
): Promise<boolean> {
  const mailId = await requestMail(tx, { ...createMailRow(ctx, row, event), due_at: dueAt })
  if (!mailId) return false
  await sendMailJob(ctx, tx, { account_id: row.account_id, mail_id: mailId })
  return true
}

/** Sends the job of a mail, also if an earlier one has found that it was not due. */
export async function sendMailJob(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, mail_id: mailId }: Pick<OrderMailRow, 'account_id' | 'mail_id'>,
): Promise<void> {
  await ctx.jobs.send(tx, mailOrderEvent, [{ accountId, mailId }], { id: mailId, again: true })
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
  due_at: clock.now(),
})
