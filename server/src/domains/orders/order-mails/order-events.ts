import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { type DayRange, findArrival } from '#contract/order-delivery.ts'
import {
  findOrderProgress,
  listOrderMessages,
  type Moment,
  type OrderMessage,
} from '#contract/order-message.ts'
import { summarizeMoney } from '#contract/order-money.ts'
import { findState, isFailure } from '#contract/order-status.ts'
import { isBeingMade, isCancelling, isOnHold } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { findCancellationRefund } from '../cancellations/cancellation-refund.ts'

/** What happened to an order, and its message, which says that it still holds. */
export type OrderEvent = EventFacts &
  (
    | { kind: 'order-payment-failed'; message: MessageOf<'payment-failed' | 'payment-failed-over'> }
    | { kind: 'order-hold'; message: MessageOf<'hold-action' | 'hold'> }
    | { kind: 'order-delayed'; message: DelayWithDays | MovedArrival }
    | { kind: 'order-ended'; message: MessageOf<'cancelled' | 'failed'> }
    | { kind: 'order-refund'; message: MessageOf<'refund'> }
    | { kind: 'order-resumed'; message: OrderMessage }
  )

export type OrderMailKind = OrderEvent['kind']

interface EventFacts {
  /** The same in each version that tells of the event; of a delay, which is told by its days, the kind alone. */
  key: string
  /** When it happened, ISO 8601. */
  at: string
}

type MessageOf<Kind extends OrderMessage['kind']> = Extract<OrderMessage, { kind: Kind }>
export type DelayWithDays = MessageOf<'delayed'> &
  Required<{ [Name in 'arriving' | 'wasDue']: NonNullable<MessageOf<'delayed'>[Name]> }>

/** Other days than those of the last mail of a delay, where the order does not say itself that it is delayed. */
interface MovedArrival {
  kind: 'moved'
  arriving: DayRange
  isEarlier: boolean
}

/**
 * Lists what an order says at this moment that a mail tells, too: a failed payment, a hold that the customer ends, a
 * delay with later days, the end of an order that was paid, each paid refund. While the order is being cancelled only
 * refunds count.
 */
export function listOrderEvents(order: Order, moment: Moment): OrderEvent[] {
  const messages = listOrderMessages(order, moment)
  const isCancelling = messages.some(({ kind }) => kind === 'cancelling')
  return [
    ...(isCancelling ? [] : messages.flatMap(message => toEvent(order, message) ?? [])),
    ...listRefunds(order, moment),
  ]
}

function toEvent(order: Order, message: OrderMessage): OrderEvent | undefined {
  switch (message.kind) {
    case 'payment-failed':
    case 'payment-failed-over': {
      const at = order.payment?.failedAt ?? findLastAt(order, 'paymentFailed') ?? order.createdAt
      return { kind: 'order-payment-failed', key: createKey('payment-failed', at), at, message }
    }
    case 'hold-action': {
      const at = message.since ?? order.createdAt
      return { kind: 'order-hold', key: createKey('hold', at), at, message }
    }
    case 'delayed': {
      const { at, arriving, wasDue } = message
      if (!arriving || !wasDue || arriving.to <= wasDue.to) return undefined
      return { kind: 'order-delayed', key: 'delayed', at, message: { ...message, arriving, wasDue } }
    }
    case 'cancelled':
    case 'failed': {
      // The mail of the cancellation or of its refund says it.
      const isTold =
        order.cancellation?.last?.state === 'accepted' || findCancellationRefund(order)?.state === 'paid'
      if (!message.wasCharged || isTold) return undefined
      const at = message.at ?? order.createdAt
      return { kind: 'order-ended', key: createKey('ended', at), at, message }
    }
    default:
      return undefined
  }
}

/**
 * Finds that the last of an order's products arrives on another day than the last mail of its delay named, FROM/TO. Undefined for
 * one that is stopped, over, or whose days are over.
 */
export function findMovedArrival(order: Order, moment: Moment, mailedDays: string): MovedEvent | undefined {
  const arriving = findArrival(order)
  const now = new Date(moment.now)
  const isStopped = isFailure(findState(order.status)) || isCancelling(order) || isOnHold(order)
  if (isStopped || !arriving || arriving.to < formatCalendarDay(now, moment.timeZone)) return undefined
  const mailedTo = mailedDays.split('/')[1]!
  if (arriving.to === mailedTo) return undefined
  return {
    kind: 'order-delayed',
    key: 'delayed',
    at: now.toISOString(),
    message: { kind: 'moved', arriving, isEarlier: arriving.to < mailedTo },
  }
}

/**
 * Returns the event that a stopped order goes on: its page has promised a mail of that. Undefined while it is stopped, while
 * the customer has to pay, and once it has ended.
 */
export function findResumed(order: Order, key: string, moment: Moment): OrderEvent | undefined {
  const state = findState(order.status)
  if (isOnHold(order) || isCancelling(order) || (!isBeingMade(state) && state !== 'sent')) return undefined
  const at = new Date(moment.now).toISOString()
  return { kind: 'order-resumed', key, at, message: findOrderProgress(order, moment) }
}

type MovedEvent = EventFacts & { kind: 'order-delayed'; message: MovedArrival }

/** The message of an order names its latest refund only; each is an event. */
const listRefunds = (order: Order, moment: Moment): OrderEvent[] =>
  (order.total ? (order.refunds ?? []) : [])
    .filter(({ state }) => state === 'paid')
    .flatMap(refund =>
      listOrderMessages({ ...order, refunds: [refund] }, moment)
        .filter(message => message.kind === 'refund')
        .map(message => ({
          kind: 'order-refund' as const,
          key: createRefundKey(refund),
          at: refund.at,
          message: { ...message, rest: summarizeMoney(order, moment.now).owed },
        })),
    )

/** The key of the event that a refund was paid. */
export const createRefundKey = ({ refundId }: { refundId: string }): string => `refund ${refundId}`

const findLastAt = ({ history }: Order, wanted: string): string | undefined =>
  history.findLast(({ status }) => status === wanted)?.at

/** The same instant in other notations makes the same key. */
export const createKey = (name: string, at: string): string => `${name} ${new Date(at).toISOString()}`
