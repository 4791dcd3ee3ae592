import type { OrderComplaint } from './complaint.ts'
import type { Deadline } from './deadline.ts'
import { formatCalendarDay } from './input/calendar-day.ts'
import {
  countDaysBetween,
  type DayRange,
  type Delivery,
  hasParcelUnderway,
  joinRanges,
  LATE_DAYS,
  summarizeDelivery,
} from './order-delivery.ts'
import { findState, isFailure, type OrderState } from './order-status.ts'
import { isBeingMade, isCancelling, isOnHold, isPayable, isPaymentOver } from './order-waiting.ts'
import type { Order } from './orders.ts'
import type { Refund } from './refunds.ts'
import type { Withdrawal } from './withdrawal.ts'

/*
 * What an order says on top of its page, on its card, in the overview and in mails: one message for each state and moment. Texts are `order.message.{kind}.*` of the catalogues.
 */

/** The message of an order with its facts. Instants are ISO 8601, days YYYY-MM-DD. */
export type OrderMessage =
  /** `payBy` is absent where the retailer gave no deadline. */
  | { kind: 'payment-failed'; payBy?: Deadline | undefined }
  | { kind: 'payment-failed-over' }
  | { kind: 'payment-due'; payBy?: Deadline | undefined }
  | { kind: 'payment-over' }
  | { kind: 'cancelling'; requestedAt: string }
  | { kind: 'complaint-question'; complaint: OrderComplaint }
  | {
      kind: 'hold-action' | 'hold'
      notice: NonNullable<Order['notice']> | undefined
      since?: string | undefined
    }
  /** `isOver`: the day by which it should have arrived is over. */
  | { kind: 'refund'; refund: Refund; isOver: boolean }
  | { kind: 'withdrawal'; withdrawal: Withdrawal }
  | { kind: 'complaint-decided'; complaint: OrderComplaint }
  | { kind: 'complaint-sent'; complaint: OrderComplaint }
  /** `wasCharged` is absent where the retailer did not say whether it was paid. */
  | {
      kind: 'cancelled' | 'failed'
      at?: string | undefined
      wasCharged?: boolean | undefined
      isRefunded: boolean
      /** A parcel was sent before that and is not delivered. */
      isUnderway: boolean
    }
  /** `arriving`: the new window, if known; `wasDue`: the first one that was promised, if it is not the new one or is over. */
  | {
      kind: 'delayed'
      arriving?: DayRange | undefined
      wasDue?: DayRange | undefined
      reason?: string | undefined
      text?: string | undefined
    }
  | { kind: 'overdue'; wasDue: DayRange }
  /** `canReport`: from the third day after the last one. */
  | { kind: 'late'; wasDue: DayRange; canReport: boolean }
  | {
      kind: 'pickup'
      until?: Deadline | undefined
      code?: string | undefined
      parcel: Order['parcels'][number]
    }
  | { kind: 'partly-sent'; delivery: Delivery }
  | { kind: 'delivered'; at: string; deliveredTo?: string | undefined; complaintUntil?: Deadline | undefined }
  | { kind: 'sent'; arriving?: DayRange | undefined; sentAt?: string | undefined }
  | { kind: 'sent-long-ago'; sentAt?: string | undefined; wasDue?: DayRange | undefined }
  | { kind: 'ordered' | 'in-production' | 'unknown'; arriving?: DayRange | undefined }

export type OrderMessageKind = OrderMessage['kind']

/** Days after the last promised one from which the customer can report that a parcel has not arrived. */
export const REPORT_LATE_DAYS = 3
/** Days for which a refund or a withdrawal is the message of its order. */
export const SHOWN_DAYS = 30
/** Years after the delivery in which problems can be reported, unless the retailer says another end (§2.3). */
const COMPLAINT_YEARS = 2

const DAY_MS = 86_400_000

/**
 * Returns the message of an order at an instant: the first that applies. Days change at midnight in `timeZone`, the brand's. No
 * message names a day that is over as one to come.
 */
export function findOrderMessage(order: OrderMessageFacts, { now, timeZone }: Moment): OrderMessage {
  return findFirst(MESSAGES, collectFacts(order, { now, timeZone }))
}

/**
 * Lists all messages of an order that apply at an instant, in their order of precedence: mails also tell what another one hides
 * on the page.
 */
export function listOrderMessages(order: OrderMessageFacts, moment: Moment): OrderMessage[] {
  const facts = collectFacts(order, moment)
  return MESSAGES.flatMap(find => find(facts) ?? [])
}

export type OrderMessageFacts = Pick<
  Order,
  | 'status'
  | 'history'
  | 'createdAt'
  | 'products'
  | 'parcels'
  | 'total'
  | 'paymentUrl'
  | 'paymentExpiresAt'
  | 'payment'
  | 'notice'
  | 'refunds'
  | 'complaintUntil'
  | 'deliveryDates'
  | 'cancellation'
  | 'withdrawals'
  | 'complaints'
  | 'cancelUntil'
  | 'addressChangeUntil'
>

/** `now`: milliseconds since 1970. */
export interface Moment {
  now: number
  timeZone: string
}

/**
 * Returns where an order is: the last rows of its message, for chips and step bars, and for what its message does not say
 * itself. Never what the customer must do or gets.
 */
export function findOrderProgress(order: OrderMessageFacts, moment: Moment): OrderMessage {
  return findFirst(PROGRESS, collectFacts(order, moment))
}

/** What a status alone does not say about an order: its chip. */
export type OrderMark =
  | 'cancelling'
  | 'on-hold'
  | 'delayed'
  | 'ready-for-pickup'
  | 'partly-sent'
  | 'delivered'
  | 'sent'

/**
 * Returns the mark of an order, and whether it is over for more than 30 days; no mark where its status says it. A delay and
 * a hold go before how much of it is sent.
 */
export function findOrderMark(
  order: OrderMessageFacts,
  moment: Moment,
): { mark: OrderMark | undefined; isLongAgo: boolean } {
  const facts = collectFacts(order, moment)
  const mark = findMark(facts)
  const { deliveredAt } = facts.delivery
  const isDeliveredLongAgo =
    deliveredAt !== undefined && facts.now - Date.parse(deliveredAt) >= LATE_DAYS * DAY_MS
  return {
    mark,
    isLongAgo: mark === 'delivered' ? isDeliveredLongAgo : findSent(facts)?.kind === 'sent-long-ago',
  }
}

function findMark(facts: Facts): OrderMark | undefined {
  const { delivery } = facts
  if (isCancelling(facts.order)) return 'cancelling'
  if (isFailure(facts.state)) return undefined
  if (findHold(facts)) return 'on-hold'
  if (isDelayed(facts) && !isEarlier(findDelay(facts))) return 'delayed'
  if (findPickup(facts)) return 'ready-for-pickup'
  if (delivery.isPartlySent) return 'partly-sent'
  if (findDelivered(facts)) return 'delivered'
  return delivery.isSent ? 'sent' : undefined
}

/**
 * Lists the instants at which the message of an order can change, besides each midnight of the brand: milliseconds since
 * 1970, unordered.
 */
export function listMessageInstants(order: OrderMessageFacts): number[] {
  const later = (at: string | undefined) =>
    at === undefined ? [] : [Date.parse(at) + SHOWN_DAYS * DAY_MS + 1]
  const instants = [
    order.paymentExpiresAt,
    order.complaintUntil,
    order.cancelUntil,
    order.addressChangeUntil,
    order.notice?.answerBy,
    ...(order.refunds ?? []).map(({ expectedBy }) => expectedBy),
    ...(order.complaints ?? []).flatMap(({ answerBy, objectUntil }) => [answerBy, objectUntil]),
    ...order.parcels.map(({ pickupUntil }) => pickupUntil),
  ]
  return [
    ...instants.flatMap(at => (at === undefined ? [] : [Date.parse(at), Date.parse(at) + 1])),
    ...(order.refunds ?? []).flatMap(({ at }) => later(at)),
    ...(order.withdrawals ?? []).flatMap(({ submittedAt }) => later(submittedAt)),
  ]
}

interface Facts {
  order: OrderMessageFacts
  now: number
  today: string
  timeZone: string
  state: OrderState | undefined
  delivery: Delivery
}

function collectFacts(order: OrderMessageFacts, { now, timeZone }: Moment): Facts {
  return {
    order,
    now,
    today: formatCalendarDay(new Date(now), timeZone),
    timeZone,
    state: findState(order.status),
    delivery: summarizeDelivery(order),
  }
}

type Find = (facts: Facts) => OrderMessage | undefined

function findFirst(finds: readonly Find[], facts: Facts): OrderMessage {
  for (const find of finds) {
    const message = find(facts)
    if (message) return message
  }
  return { kind: 'unknown', arriving: findArriving(facts) }
}

/** In their order of precedence: where the order is. */
const PROGRESS: readonly Find[] = [
  findEnd,
  findDelay,
  findOverdue,
  findLate,
  findPickup,
  findPartlySent,
  findDelivered,
  findSent,
  findStarted,
]

/** In their order of precedence: what the customer must do or gets, then where the order is. */
const MESSAGES: readonly Find[] = [
  findCancelling,
  findPaymentFailed,
  findPaymentDue,
  findQuestion,
  findHold,
  findRefund,
  findWithdrawal,
  findDecision,
  findReport,
  ...PROGRESS,
]

function findCancelling({ order }: Facts): OrderMessage | undefined {
  const last = order.cancellation?.last
  return isCancelling(order) && last ? { kind: 'cancelling', requestedAt: last.requestedAt } : undefined
}

function findPaymentFailed({ order, now, state }: Facts): OrderMessage | undefined {
  if (state !== 'payment-failed') return undefined
  return isPayable(order, now)
    ? { kind: 'payment-failed', payBy: order.paymentExpiresAt }
    : { kind: 'payment-failed-over' }
}

function findPaymentDue({ order, now, state }: Facts): OrderMessage | undefined {
  if (state !== 'awaiting-payment') return undefined
  if (isPayable(order, now)) return { kind: 'payment-due', payBy: order.paymentExpiresAt }
  return isPaymentOver(order, now) ? { kind: 'payment-over' } : undefined
}

function findQuestion({ order }: Facts): OrderMessage | undefined {
  const complaint = order.complaints?.find(({ state }) => state === 'question')
  return complaint && { kind: 'complaint-question', complaint }
}

function findHold({ order, state }: Facts): OrderMessage | undefined {
  if (!isBeingMade(state)) return undefined
  if (!isOnHold(order)) return undefined
  const notice = order.notice?.kind === 'hold' ? order.notice : undefined
  const since = notice?.since ?? order.history.findLast(({ status }) => status === 'on_hold')?.at
  return { kind: notice?.action ? 'hold-action' : 'hold', notice, since }
}

function findRefund({ order, now }: Facts): OrderMessage | undefined {
  const refunds = (order.refunds ?? []).filter(
    ({ state, at }) => state === 'announced' || now - Date.parse(at) <= SHOWN_DAYS * DAY_MS,
  )
  const refund = refunds.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0]
  if (!refund) return undefined
  const isOver = refund.expectedBy !== undefined && Date.parse(refund.expectedBy) < now
  return { kind: 'refund', refund, isOver: isOver && refund.state === 'paid' }
}

function findWithdrawal({ order, now }: Facts): OrderMessage | undefined {
  const recent = (order.withdrawals ?? []).filter(
    ({ state, submittedAt }) =>
      (state === 'received' || state === 'confirmed') && now - Date.parse(submittedAt) <= SHOWN_DAYS * DAY_MS,
  )
  const withdrawal = recent.toSorted((a, b) => Date.parse(b.submittedAt) - Date.parse(a.submittedAt))[0]
  return withdrawal && { kind: 'withdrawal', withdrawal }
}

function findDecision({ order }: Facts): OrderMessage | undefined {
  const complaint = order.complaints?.find(({ state }) => state === 'decided')
  return complaint && { kind: 'complaint-decided', complaint }
}

function findReport({ order }: Facts): OrderMessage | undefined {
  const complaint = order.complaints?.find(({ state }) => state === 'sent' || state === 'in-review')
  return complaint && { kind: 'complaint-sent', complaint }
}

function findEnd({ order, now, state }: Facts): OrderMessage | undefined {
  if (state === undefined || !isFailure(state)) return undefined
  return {
    kind: state === 'cancelled' ? 'cancelled' : 'failed',
    at: findReachedAt(order, state),
    wasCharged: wasCharged(order),
    isRefunded: (order.refunds ?? []).some(({ state: refundState }) => refundState === 'paid'),
    isUnderway: hasParcelUnderway(order, now),
  }
}

/** Whether money was taken; undefined where the retailer did not say: an order is also made and sent on account. */
export function wasCharged({
  total,
  payment,
  history,
}: Pick<OrderMessageFacts, 'total' | 'payment' | 'history'>): boolean | undefined {
  if (total?.amount === 0) return false
  // Also where the retailer names the method without the day.
  if (payment?.paidAt !== undefined || history.some(({ status }) => status === 'paymentSuccess')) return true
  if (payment) return false
  const wasMade = history.some(({ status }) => MADE_STATES.includes(findState(status)))
  return history.length === 0 || wasMade ? undefined : false
}

const MADE_STATES: readonly (OrderState | undefined)[] = ['ordered', 'in-production', 'sent']

const isDelayed = ({ order, state }: Facts): boolean =>
  isBeingMade(state) && (order.notice?.kind === 'delay' || order.status === 'delayed')

/** Whether an order with other days than those that were promised arrives before them. */
export const isEarlier = (message: DelayMessage | undefined): boolean =>
  message?.arriving !== undefined && message.wasDue !== undefined && message.arriving.to < message.wasDue.to

type DelayMessage = Extract<OrderMessage, { kind: 'delayed' }>

function findDelay(facts: Facts): DelayMessage | undefined {
  const { order, today, delivery } = facts
  if (!isDelayed(facts)) return undefined
  const notice = order.notice?.kind === 'delay' ? order.notice : undefined
  const { waiting, promised } = delivery
  const arriving = promised && waiting && waiting.to >= today ? waiting : undefined
  // A new window that is over, too, is no window to name: the order is overdue.
  if (promised && !arriving) return undefined
  const wasDue = promised ?? (waiting && waiting.to < today ? waiting : undefined)
  return { kind: 'delayed', arriving, wasDue, reason: notice?.reason, text: notice?.text }
}

function findOverdue({ today, state, delivery }: Facts): OrderMessage | undefined {
  const { waiting, promised } = delivery
  if (!isBeingMade(state) || !waiting || waiting.to >= today) return undefined
  return { kind: 'overdue', wasDue: promised ?? waiting }
}

function findLate({ today, delivery }: Facts): OrderMessage | undefined {
  const lateness = ({ to }: DayRange) => countDaysBetween(to, today)
  const late = delivery.underway
    .filter(range => lateness(range) >= 1 && lateness(range) < LATE_DAYS)
    .toSorted((a, b) => a.to.localeCompare(b.to))[0]
  return late && { kind: 'late', wasDue: late, canReport: lateness(late) >= REPORT_LATE_DAYS }
}

function findPickup({ order, now }: Facts): OrderMessage | undefined {
  const parcel = order.parcels.find(
    ({ pickupReadyAt, pickupUntil, deliveredAt }) =>
      pickupReadyAt !== undefined &&
      deliveredAt === undefined &&
      (pickupUntil === undefined || Date.parse(pickupUntil) > now),
  )
  return parcel && { kind: 'pickup', until: parcel.pickupUntil, code: parcel.pickupCode, parcel }
}

function findPartlySent({ delivery }: Facts): OrderMessage | undefined {
  return delivery.isPartlySent ? { kind: 'partly-sent', delivery } : undefined
}

function findDelivered({ order, delivery, now }: Facts): OrderMessage | undefined {
  const { deliveredAt, deliveredTo } = delivery
  if (!delivery.isDelivered || deliveredAt === undefined) return undefined
  const complaintUntil = getComplaintEnd(order, deliveredAt)
  return {
    kind: 'delivered',
    at: deliveredAt,
    deliveredTo,
    complaintUntil: Date.parse(complaintUntil) > now ? complaintUntil : undefined,
  }
}

/** Returns until when a problem with a delivered order can be reported: the retailer's end, or two years after delivery. */
export function getComplaintEnd(
  { complaintUntil }: Pick<Order, 'complaintUntil'>,
  deliveredAt: string,
): Deadline {
  if (complaintUntil !== undefined) return complaintUntil
  const end = new Date(deliveredAt)
  end.setUTCFullYear(end.getUTCFullYear() + COMPLAINT_YEARS)
  return end.toISOString()
}

function findSent({ order, today, timeZone, delivery }: Facts): OrderMessage | undefined {
  if (!delivery.isSent) return undefined
  const latest = joinRanges(delivery.underway)
  const sentAt = delivery.sentAt ?? findReachedAt(order, 'sent')
  const end = latest?.to ?? formatCalendarDay(new Date(sentAt ?? order.createdAt), timeZone)
  if (countDaysBetween(end, today) >= LATE_DAYS) return { kind: 'sent-long-ago', sentAt, wasDue: latest }
  return { kind: 'sent', sentAt, arriving: latest && latest.to >= today ? latest : undefined }
}

function findStarted(facts: Facts): OrderMessage | undefined {
  const { state } = facts
  if (state === undefined) return undefined
  return { kind: state === 'in-production' ? 'in-production' : 'ordered', arriving: findArriving(facts) }
}

const findArriving = ({ today, delivery: { waiting } }: Facts): DayRange | undefined =>
  waiting && waiting.to >= today ? waiting : undefined

/** Finds when the order first reached a state. */
const findReachedAt = ({ history }: Pick<Order, 'history'>, state: OrderState): string | undefined =>
  history
    .filter(({ status }) => findState(status) === state)
    .map(({ at }) => at)
    .sort((a, b) => Date.parse(a) - Date.parse(b))[0]
