import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { formatISO } from 'date-fns/formatISO'
import { brands, defaultBrand } from '#brands/index.ts'
import { type OrderState, STATES_OF_STATUSES } from '#contract/order-status.ts'
import { createPosterFile } from '../posters/poster-file.ts'
import { addVersion, deriveLetters, FULFILMENT_STEPS, type Order } from './order.ts'

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
  const next: Order = { ...order, step, stepAt: now.toISOString(), held: false }
  switch (step) {
    case 'Confirmed':
      return addVersion({ ...next, payment: { ...order.payment, state: 'paid' } }, now, {
        status: step,
        products: order.state.products.map(each => ({ ...each, paymentChangedDate: now.toISOString() })),
        ...NO_PAYMENT,
        cancelUntil: createCancelEnd(now),
      })
    case 'ProductionStarted':
      return addPosterFile(setDeliveryDates(addVersion(next, now, { status: step }), now, ARRIVAL_DAYS), now)
    case 'Dispatched':
      return addVersion(next, now, { status: step, parcels: [createParcel(order, now, origin)] })
    default:
      return addVersion(next, now, { status: step })
  }
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
      ...createPayment(order, now, origin),
    },
  )
}

export function cancel(order: Order, now: Date): Order {
  if (!isOpen(order)) return order
  const { deliveryDates } = order
  const cancelledOrder = addVersion(order, now, { status: 'Cancelled', ...NO_PAYMENT })
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

/** Blocks an order: links to its products show nothing. */
export function block(order: Order, now: Date): Order {
  return order.state.blocked ? order : addVersion(order, now, { blocked: true })
}

export function unblock(order: Order, now: Date): Order {
  return order.state.blocked ? addVersion(order, now, { blocked: undefined }) : order
}

/** Delays a paid order: its waiting time restarts, and its delivery dates move. */
export function delay(order: Order, now: Date): Order {
  if (!isOpen(order) || order.payment.state !== 'paid') return order
  const delayedOrder = addVersion({ ...order, held: false, stepAt: now.toISOString() }, now, {
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

const NO_PAYMENT = { paymentUrl: undefined, paymentExpiresAt: undefined }

const CARRIER = 'Postline'

function createParcel({ code, state }: Order, now: Date, origin: string) {
  const number = `PL${deriveLetters(`parcel:${code}`)}`
  return {
    number,
    carrier: CARRIER,
    trackingUrl: `${origin}/tracking/${number}`,
    shippedAt: now.toISOString(),
    productCodes: state.products.map(product => product.code),
  }
}

function addPosterFile(order: Order, now: Date): Order {
  const posterFile = createPosterFile(order, now)
  return posterFile ? { ...order, posterFile } : order
}

/** Delivery dates in the brand's time zone. */
function setDeliveryDates(order: Order, now: Date, days: { from: number; to: number }): Order {
  const { timeZone } = brands.find(brand => brand.channel === order.channel) ?? defaultBrand
  const formatLaterDay = (count: number) =>
    formatISO(addDays(new TZDate(now, timeZone), count), { representation: 'date' })
  const productCodes = order.state.products.map(product => product.code)
  return {
    ...order,
    deliveryDates: {
      version: (order.deliveryDates?.version ?? 0) + 1,
      dates: [{ from: formatLaterDay(days.from), to: formatLaterDay(days.to), productCodes }],
    },
  }
}
