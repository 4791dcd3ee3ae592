import { addDays } from 'date-fns/addDays'
import type { DelayReason, HoldReason } from '#contract/order-notice.ts'
import { type OrderState, STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { getChannelBrand } from '../brand-page.ts'
import { getTexts } from '../texts/texts.ts'
import { createParcel, listUnsent, setDeliveryDates } from './delivery.ts'
import { describePayment } from './money.ts'
import { addVersion, FULFILMENT_STEPS, type Moment, type Order } from './order.ts'

/**
 * Transitions of an order. Each function returns the order with a new version, or the same order when the transition
 * is not possible in its state, so that callers may repeat them.
 */

/** How long an order waits for its payment. */
export const PAYMENT_DAYS = 3
/** Days for which a paid order can be cancelled, unless its production starts before. */
const CANCEL_DAYS = 1
/** Days until the products arrive, from the start of production. */
const ARRIVAL_DAYS = { from: 3, to: 5 }
/** Days by which a delay moves the delivery dates. */
const DELAY_DAYS = 2

/** Whether the order can still change. */
export const isOpen = ({ step, state }: Order): boolean =>
  step !== 'Dispatched' && !FINAL_STATES.has(STATES_OF_STATUSES[state.status])

/** Final states; a failed payment can be paid again. */
const FINAL_STATES: ReadonlySet<OrderState> = new Set([
  'sent',
  'cancelled',
  'rejected',
  'verification-failed',
  'processing-failed',
])

/** Whether the payment of an unpaid order is overdue. */
export const isPaymentOverdue = ({ payment, state }: Order, now: Date): boolean =>
  payment.state !== 'paid' && state.paymentExpiresAt !== undefined && new Date(state.paymentExpiresAt) <= now

/** Takes the next step of fulfilment, which marks an unpaid order as paid and resumes a held one. */
export function advance(order: Order, now: Date, origin: string): Order {
  const step = FULFILMENT_STEPS[FULFILMENT_STEPS.indexOf(order.step) + 1]
  if (!step || !isOpen(order)) return order
  const at = now.toISOString()
  const next: Order = { ...order, step, stepAt: at, held: false }
  if (step === 'Confirmed')
    return addVersion({ ...next, payment: { ...order.payment, state: 'paid' } }, now, {
      status: step,
      products: order.state.products.map(each => ({ ...each, paymentChangedDate: at })),
      ...NO_PAYMENT,
      ...NO_NOTICE,
      payment:
        order.payment.state === 'paid'
          ? order.state.payment
          : describePayment(order.state.deliveryAddress, { paidAt: at }),
      cancelUntil: createCancelEnd(now),
    })
  const { parcels } = order.state
  const sent =
    step === 'Dispatched'
      ? { parcels: [...parcels, createParcel(order, listUnsent(order.state), now, origin)] }
      : {}
  const advanced = addVersion(next, now, { status: step, ...sent, ...NO_NOTICE })
  return step === 'ProductionStarted' ? setDeliveryDates(advanced, now, ARRIVAL_DAYS) : advanced
}

/** Pays an order that awaits its payment, in time. */
export function pay(order: Order, now: Date, origin: string): Order {
  const canBePaid = order.payment.state !== 'paid' && !isPaymentOverdue(order, now)
  return canBePaid ? advance(order, now, origin) : order
}

/** Fails the payment of an order that is not in production yet; it can be paid again. */
export function failPayment(order: Order, now: Date, origin: string): Order {
  if (!isOpen(order) || isPaymentOverdue(order, now)) return order
  if (order.step !== 'Received' && order.step !== 'Confirmed') return order
  return addVersion(
    { ...order, step: 'Received', held: false, payment: { ...order.payment, state: 'failed' } },
    now,
    {
      status: 'paymentFailed',
      addressChangeUntil: undefined,
      cancelUntil: undefined,
      notice: undefined,
      payment: describePayment(order.state.deliveryAddress, { failedAt: now.toISOString() }),
      ...createPayment(order, now, origin),
    },
  )
}

/** Ends the time to pay of an unpaid order, which stays as it is until it is moved or cancelled by hand. */
export function endPayment(order: Order, now: Date): Order {
  if (!isOpen(order) || order.state.paymentUrl === undefined) return order
  return addVersion({ ...order, held: true }, now, {
    paymentUrl: undefined,
    paymentExpiresAt: now.toISOString(),
  })
}

/** Moves the last time at which a customer can cancel; production ends it earlier. */
export function setCancelEnd(order: Order, now: Date, minutes: number): Order {
  const isPossible = isOpen(order) && (order.step === 'Received' || order.step === 'Confirmed')
  const cancelUntil = new Date(now.getTime() + minutes * 60_000).toISOString()
  return isPossible ? addVersion(order, now, { cancelUntil }) : order
}

export function cancel(order: Order, now: Date): Order {
  if (!isOpen(order)) return order
  const { deliveryDates } = order
  const cancelledOrder = addVersion(order, now, { status: 'Cancelled', ...NO_PAYMENT, ...NO_NOTICE })
  if (!deliveryDates) return cancelledOrder
  return { ...cancelledOrder, deliveryDates: { version: deliveryDates.version + 1, dates: [] } }
}

/** Returns a dispatched order: it is cancelled as a whole. */
export function returnOrder(order: Order, now: Date): Order {
  const isPossible = order.step === 'Dispatched' && order.state.status !== 'Cancelled'
  return isPossible ? addVersion(order, now, { status: 'Cancelled' }) : order
}

/** Stops a paid order until its next step is taken manually. */
export function hold(order: Order, now: Date): Order {
  if (!isOpen(order) || order.held || order.payment.state !== 'paid') return order
  return addVersion({ ...order, held: true }, now, { status: 'on_hold' })
}

/** Blocks an order: links to its products show nothing; or ends that. */
export function setBlocked(order: Order, now: Date, blocked: true | undefined): Order {
  return order.state.blocked === blocked ? order : addVersion(order, now, { blocked })
}

/** Delays a paid order: its waiting time restarts, and its delivery dates move. */
export function delay(order: Order, now: Date): Order {
  if (!isOpen(order) || order.payment.state !== 'paid') return order
  const delayedOrder = addVersion({ ...order, held: false, stepAt: now.toISOString() }, now, {
    ...NO_NOTICE,
    status: 'delayed',
  })
  if (!order.deliveryDates) return delayedOrder
  const { from, to } = ARRIVAL_DAYS
  return setDeliveryDates(delayedOrder, now, { from: from + DELAY_DAYS, to: to + DELAY_DAYS })
}

/** Creates the address and the deadline of an order's payment. */
export const createPayment = (
  { code, payment }: Pick<Order, 'code' | 'payment'>,
  now: Date,
  origin: string,
) => ({
  paymentUrl: `${origin}/pay/${code}/${payment.token}`,
  paymentExpiresAt: addDays(now, PAYMENT_DAYS).toISOString(),
})

/** Until when an order that is placed or paid now can be cancelled. */
export const createCancelEnd = (now: Date): string => addDays(now, CANCEL_DAYS).toISOString()

/** A step ends a delay and a hold. */
const NO_NOTICE = { notice: undefined }
/** The order awaits no payment any more. */
export const NO_PAYMENT = { paymentUrl: undefined, paymentExpiresAt: undefined }

/*
 * What the shop says about an order that is being made. Each function returns the same order when it is not possible in its
 * state.
 */

/** Days that a customer has to answer. */
const ANSWER_DAYS = 3

interface Delay {
  reason: DelayReason
  text: string
  /** When its products arrive now, in days from now. */
  days: { from: number; to: number }
}

/** Says that a paid order takes longer; its status stays. */
export function announceDelay(order: Order, { reason, text, days }: Delay, now: Date): Order {
  if (!canBeStopped(order)) return order
  const notice = { kind: 'delay', reason, ...(text && { text }), since: now.toISOString() } as const
  return setDeliveryDates(addVersion({ ...order, held: true }, now, { notice }), now, days)
}

interface Hold {
  reason: HoldReason
  text: string
  /** Whether the customer is asked on a page of the shop. */
  asks: boolean
}

/** Stops a paid order until it is released, by the customer's answer or by hand; its status stays. */
export function announceHold(order: Order, { reason, text, asks }: Hold, { now, origin }: Moment): Order {
  if (!canBeStopped(order)) return order
  const texts = getTexts(getChannelBrand(order.channel))
  const words = text || (asks ? texts.text('answer.question') : undefined)
  const notice: RetailerOrder['notice'] = {
    kind: 'hold',
    reason,
    ...(words && { text: words }),
    since: now.toISOString(),
    ...(asks && {
      answerBy: addDays(now, ANSWER_DAYS).toISOString(),
      default: 'print-as-is',
      action: {
        label: texts.text('answer.label'),
        url: `${origin}/answer/${order.code}/${order.payment.token}`,
      },
    }),
  }
  return addVersion({ ...order, held: true }, now, { notice })
}

/** Until when the customer of a stopped order can answer; it goes on then. Undefined without a question. */
export function getAnswerTime(order: Order): number | undefined {
  const { notice } = order.state
  if (!isOpen(order) || notice?.kind !== 'hold' || notice.answerBy === undefined) return undefined
  return Date.parse(notice.answerBy)
}

/** Continues with an order that was stopped or delayed. */
export function release(order: Order, now: Date): Order {
  const { notice, status } = order.state
  if (!isOpen(order) || (!notice && status !== 'on_hold' && status !== 'delayed')) return order
  return addVersion({ ...order, held: false, stepAt: now.toISOString() }, now, {
    notice: undefined,
    status: order.step,
  })
}

const canBeStopped = (order: Order) => isOpen(order) && order.payment.state === 'paid'
