import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import type { RetailerAddress } from '#contract/delivery-address.ts'
import { type OrderState, type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { PaymentChoice } from '../delivery-form.ts'
import type { Page } from '../pages/page.ts'
import { advance, cancel, delay, hold, isOpen, isPaymentOverdue } from './lifecycle.ts'
import { createOrder, type OrderedDraft } from './new-order.ts'
import { addVersion, FULFILMENT_STEPS, type Order } from './order.ts'

/** Days after placing during which the address of a held order can be changed. */
const ADDRESS_DAYS = 14

/**
 * Creates an order that was placed in the past and whose fulfilment has reached a status, with its history. A paid one
 * that is still open is held, so that it stays in this status until the back office takes its next step. An unpaid one
 * awaits its payment; one whose payment is overdue has failed permanently.
 */
export function createPastOrder(
  page: Page,
  draft: OrderedDraft,
  { address, status, placedAt }: { address: RetailerAddress; status: OrderStatus; placedAt: Date },
  { now, origin }: { now: Date; origin: string },
): Order {
  const payment = PAYMENTS[STATES_OF_STATUSES[status]] ?? 'now'
  let order = createOrder(page, draft, { address, payment }, { now: placedAt, origin })
  const hours = STEP_HOURS.slice(0, countSteps(status))
  for (const hour of hours) order = advance(order, addHours(placedAt, hour), origin)
  if (order.state.status !== status)
    order = applyStatus(status, order, addHours(placedAt, (hours.at(-1) ?? 0) + 2))
  if (isPaymentOverdue(order, now)) return removeDeadlines(order)
  if (!isOpen(order) || order.payment.state !== 'paid') return order
  const addressChangeUntil = addDays(placedAt, ADDRESS_DAYS).toISOString()
  return { ...order, held: true, state: { ...order.state, addressChangeUntil } }
}

/** How an order in a state was paid; the others were paid at once. */
const PAYMENTS: Partial<Record<OrderState, PaymentChoice>> = {
  'awaiting-payment': 'later',
  'payment-failed': 'failing',
}

/** Hours after the order was placed at which it took its steps. */
const STEP_HOURS = [0.1, 9, 31, 47]

function countSteps(status: OrderStatus): number {
  const steps: readonly OrderStatus[] = FULFILMENT_STEPS
  const at = steps.indexOf(status)
  return at >= 0 ? at : STEPS_BEFORE[STATES_OF_STATUSES[status]]
}

/** The steps of an order before a status that is none of them. */
const STEPS_BEFORE: Record<OrderState, number> = {
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

/** Gives the order a status that is no step, by this shop's own transitions if they lead to it. */
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

/** Not sent yet, so the version stays. */
function removeDeadlines(order: Order): Order {
  const { paymentUrl: _, paymentExpiresAt: __, ...state } = order.state
  return { ...order, state }
}
