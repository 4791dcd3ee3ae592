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
import { type OrderMoney, summarizeMoney } from './order-money.ts'
import { wasCharged } from './order-payment.ts'
import { getPromiseEnd, isPromiseOver, listPromiseEnds } from './order-promises.ts'
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
  /** `isOver`, here and below: what was promised has not happened in its time; the customer can ask. */
  | { kind: 'cancelling'; requestedAt: string; isOver: boolean }
  | { kind: 'complaint-question'; complaint: OrderComplaint }
  | {
      kind: 'hold-action' | 'hold'
      notice: NonNullable<Order['notice']> | undefined
      since?: string | undefined
      isOver: boolean
    }
  /** `refund`: the last one; `refunds`: all that are told; `rest`: what has to come back besides, in minor units. */
  | { kind: 'refund'; refund: Refund; refunds: OrderMoney['refunds']; rest: number; isOver: boolean }
  | { kind: 'withdrawal'; withdrawal: Withdrawal }
  | { kind: 'complaint-decided' | 'complaint-sent'; complaint: OrderComplaint; isOver: boolean }
  /** `wasCharged` is absent where the retailer did not say whether it was paid, and where all came back without a refund. */
  | {
      kind: 'cancelled' | 'failed'
      at?: string | undefined
      wasCharged?: boolean | undefined
      refunds: OrderMoney['refunds']
      rest: number
      isOver: boolean
      /** A parcel was sent before that and is not delivered. */
      isUnderway: boolean
    }
  /** `at`: when the delay was told, or else the order was made; `arriving`: the new window, if known; `wasDue`: the first one that was promised, if it is not the new one or is over. */
  | {
      kind: 'delayed'
      at: string
      arriving?: DayRange | undefined
      wasDue?: DayRange | undefined
      reason?: string | undefined
      text?: string | undefined
      isOver: boolean
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
  /** `arriving`: absent where parcels arrive on different days. */
  | { kind: 'sent'; arriving?: DayRange | undefined; sentAt?: string | undefined; delivery: Delivery }
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
const SHOWN_MS = SHOWN_DAYS * DAY_MS

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

/** All but the facts of an order that no message has. */
export type OrderMessageFacts = Omit<
  Order,
  'superOrderCode' | 'code' | 'version' | 'changedAt' | 'addressChange' | 'productCount' | 'hasDeliveryDates'
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
  const { history, parcels, refunds = [], withdrawals = [], complaints = [] } = order
  const toTimes = (instants: readonly (string | undefined)[]) =>
    instants.flatMap(at => (at === undefined ? [] : Date.parse(at)))
  const made = toTimes([
    order.createdAt,
    ...[...history, ...refunds].map(({ at }) => at),
    order.cancellation?.last?.requestedAt,
    order.notice?.since,
    ...withdrawals.map(({ submittedAt }) => submittedAt),
    ...complaints.flatMap(({ submittedAt, decision }) => [submittedAt, decision?.at]),
    ...parcels.map(({ pickupReadyAt }) => pickupReadyAt),
  ])
  const named = toTimes([
    order.paymentExpiresAt,
    order.complaintUntil,
    order.cancelUntil,
    order.addressChangeUntil,
    order.notice?.answerBy,
    ...refunds.map(({ expectedBy }) => expectedBy),
    ...complaints.flatMap(({ answerBy, objectUntil }) => [answerBy, objectUntil]),
    ...parcels.map(({ pickupUntil }) => pickupUntil),
  ])
  const ends = [...named, ...made.flatMap(listPromiseEnds)]
  return [...ends.flatMap(at => [at, at + 1]), ...[...ends, ...made].map(at => at + SHOWN_MS + 1)]
}

/** Returns the promise that a decision of customer care makes. */
const promiseOutcome = (
  { outcome, at }: NonNullable<OrderComplaint['decision']>,
  objectUntil: Deadline | undefined,
): Parameters<typeof getPromiseEnd> => [
  outcome === 'refund' ? 'money' : 'outcome',
  at,
  outcome === 'declined' ? objectUntil : undefined,
]

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

function findCancelling({ order, now }: Facts): OrderMessage | undefined {
  const last = order.cancellation?.last
  if (!isCancelling(order) || !last) return undefined
  const { requestedAt } = last
  return { kind: 'cancelling', requestedAt, isOver: isPromiseOver(now, 'cancellation', requestedAt) }
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

function findHold({ order, state, now }: Facts): OrderMessage | undefined {
  if (!isBeingMade(state)) return undefined
  if (!isOnHold(order)) return undefined
  const notice = order.notice?.kind === 'hold' ? order.notice : undefined
  const since = notice?.since ?? order.history.findLast(({ status }) => status === 'on_hold')?.at
  const isOver = isPromiseOver(now, 'check', since ?? order.createdAt)
  return { kind: notice?.action ? 'hold-action' : 'hold', notice, since, isOver }
}

function findRefund({ order, now }: Facts): OrderMessage | undefined {
  const { refunds: all, owed: rest } = summarizeMoney(order, now)
  const refunds = all.filter(({ refund, state }) => {
    if (state === 'promised' || state === 'underway') return true
    const since = state === 'arrived' ? refund.at : getPromiseEnd('money', refund.at, refund.expectedBy)
    return now - Date.parse(since) <= SHOWN_MS
  })
  const last = refunds.at(-1)
  if (!last) return undefined
  const isOver = refunds.every(({ state }) => state === 'arrived' || state === 'overdue')
  return { kind: 'refund', refund: last.refund, refunds, rest, isOver }
}

function findWithdrawal({ order, now }: Facts): OrderMessage | undefined {
  const recent = (order.withdrawals ?? []).filter(
    ({ state, submittedAt }) =>
      (state === 'received' || state === 'confirmed') && now - Date.parse(submittedAt) <= SHOWN_MS,
  )
  const withdrawal = recent.toSorted((a, b) => Date.parse(b.submittedAt) - Date.parse(a.submittedAt))[0]
  return withdrawal && { kind: 'withdrawal', withdrawal }
}

/** Finds a decision whose new print has not arrived, or whose refund is not announced yet. */
function findDecision({ order, now }: Facts): OrderMessage | undefined {
  for (const complaint of order.complaints ?? []) {
    const { state, decision, objectUntil } = complaint
    if (state !== 'decided' || isFulfilled(order, decision)) continue
    const end = decision && Date.parse(getPromiseEnd(...promiseOutcome(decision, objectUntil)))
    if (end !== undefined && now - end > SHOWN_MS) continue
    return { kind: 'complaint-decided', complaint, isOver: end !== undefined && end <= now }
  }
  return undefined
}

const isFulfilled = ({ refunds = [] }: OrderMessageFacts, decision: OrderComplaint['decision']): boolean =>
  decision?.isReprintOver === true ||
  (decision?.outcome === 'refund' &&
    refunds.some(({ reason, at }) => reason === 'complaint' && Date.parse(at) >= Date.parse(decision.at)))

function findReport({ order, now }: Facts): OrderMessage | undefined {
  const complaint = order.complaints?.find(({ state }) => state === 'sent' || state === 'in-review')
  if (!complaint) return undefined
  const isOver = isPromiseOver(now, 'answer', complaint.submittedAt, complaint.answerBy)
  return { kind: 'complaint-sent', complaint, isOver }
}

function findEnd({ order, now, state }: Facts): OrderMessage | undefined {
  if (state === undefined || !isFailure(state)) return undefined
  const at = findReachedAt(order, state)
  const { paid, refunds, owed: rest } = summarizeMoney(order, now)
  const isRepaid = paid > 0 && rest === 0 && refunds.length === 0
  return {
    kind: state === 'cancelled' ? 'cancelled' : 'failed',
    at,
    wasCharged: isRepaid ? undefined : wasCharged(order),
    refunds,
    rest,
    isOver: isPromiseOver(now, 'money', at ?? order.createdAt),
    isUnderway: hasParcelUnderway(order, now),
  }
}

const isDelayed = ({ order, state }: Facts): boolean =>
  isBeingMade(state) && (order.notice?.kind === 'delay' || order.status === 'delayed')

/** Whether an order with other days than those that were promised arrives before them. */
export const isEarlier = (message: DelayMessage | undefined): boolean =>
  message?.arriving !== undefined && message.wasDue !== undefined && message.arriving.to < message.wasDue.to

type DelayMessage = Extract<OrderMessage, { kind: 'delayed' }>

function findDelay(facts: Facts): DelayMessage | undefined {
  const { order, now, today, delivery } = facts
  if (!isDelayed(facts)) return undefined
  const notice = order.notice?.kind === 'delay' ? order.notice : undefined
  const { waiting, promised } = delivery
  const arriving = promised && waiting && waiting.to >= today ? waiting : undefined
  // A new window that is over, too, is no window to name: the order is overdue.
  if (promised && !arriving) return undefined
  const wasDue = promised ?? (waiting && waiting.to < today ? waiting : undefined)
  const since = notice?.since ?? order.history.findLast(({ status }) => status === 'delayed')?.at
  const at = since ?? order.createdAt
  const isOver = !arriving && isPromiseOver(now, 'check', at)
  return { kind: 'delayed', at, arriving, wasDue, reason: notice?.reason, text: notice?.text, isOver }
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
      !isPromiseOver(now, 'pickup', pickupReadyAt, pickupUntil),
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
  const days = delivery.underway.filter(({ to }) => to >= today)
  const isOne = days.every(({ from, to }) => from === days[0]?.from && to === days[0].to)
  return { kind: 'sent', sentAt, arriving: isOne ? days[0] : undefined, delivery }
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
