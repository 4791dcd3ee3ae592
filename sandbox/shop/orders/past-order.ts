import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import type { RetailerAddress } from '#contract/delivery-address.ts'
import { type OrderState, type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { DemoScene } from '#sandbox/demo-calls/orders.ts'
import type { PaymentChoice } from '../delivery-form.ts'
import type { Page } from '../pages/page.ts'
import { deliver } from './delivery.ts'
import { applyScene, UNDELIVERED_SCENES } from './demo-scenes.ts'
import { advance, cancel, delay, hold, isOpen, isPaymentOverdue } from './lifecycle.ts'
import { createOrder, type OrderedDraft } from './new-order.ts'
import { addVersion, FULFILMENT_STEPS, type Order } from './order.ts'

/** Number of days after placing in which a held order can be cancelled, and its address be changed. */
const CHANGE_DAYS = 14

/**
 * Creates an order that was placed in the past, with its history up to a status. An open paid order is held, so that it
 * stays in this status until the back office advances it. An unpaid order awaits payment, or has failed permanently if
 * the payment is overdue. What was sent was delivered, unless its scene says otherwise.
 */
export function createPastOrder(
  page: Page,
  draft: OrderedDraft,
  {
    address,
    status,
    placedAt,
    scene,
  }: { address: RetailerAddress; status: OrderStatus; placedAt: Date; scene?: DemoScene | undefined },
  { now, origin }: { now: Date; origin: string },
): Order {
  const payment = PAYMENT_BY_STATE[STATES_OF_STATUSES[status]] ?? 'now'
  let order = createOrder(page, draft, { address, payment }, { now: placedAt, origin })
  const hours = STEP_HOURS.slice(0, countSteps(status))
  for (const hour of hours) order = advance(order, addHours(placedAt, hour), origin)
  if (order.state.status !== status)
    order = applyStatus(status, order, addHours(placedAt, (hours.at(-1) ?? 0) + 2))
  if (isPaymentOverdue(order, now)) return removeDeadlines(order)
  if (order.step === 'Dispatched')
    order = deliverInPast(order, addDays(order.stepAt, CARRIER_DAYS), { now, scene })
  else if (isOpen(order) && order.payment.state === 'paid') order = keepOpen(order, placedAt)
  return scene ? applyScene(order, scene, { now, origin }) : order
}

/** Days that a carrier takes. */
const CARRIER_DAYS = 2

/** Delivers a sent order, unless its parcel is still under way: then it stays so. */
function deliverInPast(
  order: Order,
  at: Date,
  { now, scene }: { now: Date; scene: DemoScene | undefined },
): Order {
  if (at > now || UNDELIVERED_SCENES.has(scene)) return { ...order, held: true }
  return deliver(order, at)
}

/** Keeps an order in its status, with a late end of address changes and of cancellations. */
function keepOpen(order: Order, placedAt: Date): Order {
  const until = addDays(placedAt, CHANGE_DAYS).toISOString()
  return { ...order, held: true, state: { ...order.state, addressChangeUntil: until, cancelUntil: until } }
}

/** How the order is paid, by its state; 'now' for all other states. */
const PAYMENT_BY_STATE: Partial<Record<OrderState, PaymentChoice>> = {
  'awaiting-payment': 'later',
  'payment-failed': 'failing',
}

/** Hours between the placing of the order and each fulfilment step. */
const STEP_HOURS = [0.1, 9, 31, 47]

/** Counts the fulfilment steps that an order with this status has taken. */
function countSteps(status: OrderStatus): number {
  const steps: readonly OrderStatus[] = FULFILMENT_STEPS
  const index = steps.indexOf(status)
  return index >= 0 ? index : STEP_COUNT_BY_STATE[STATES_OF_STATUSES[status]]
}

/** Number of fulfilment steps before a status that is not a step itself. */
const STEP_COUNT_BY_STATE: Record<OrderState, number> = {
  'awaiting-payment': 0,
  'payment-failed': 0,
  'verification-failed': 0,
  'processing-failed': 1,
  rejected: 1,
  ordered: 1,
  cancelled: 1,
  'in-production': 2,
  sent: 4,
}

/** Applies a status that is not a fulfilment step, with the transition of the lifecycle if there is one. */
function applyStatus(status: OrderStatus, order: Order, at: Date): Order {
  switch (status) {
    case 'Cancelled':
      return cancel(order, at)
    case 'delayed':
      return delay(order, at)
    case 'on_hold':
      return hold(order, at)
    default:
      return addVersion(order, at, { status })
  }
}

/** Removes the payment deadline. Keeps the version, because the order was not sent to Keepsake yet. */
function removeDeadlines(order: Order): Order {
  const { paymentUrl: _, paymentExpiresAt: __, ...state } = order.state
  return { ...order, state }
}
