import { addDays } from 'date-fns/addDays'
import { z } from 'zod'
import { DELAY_REASONS, HOLD_REASONS } from '#contract/order-notice.ts'
import { REFUND_REASONS } from '#contract/refunds.ts'
import { deliver, lose, makeReady, sendFirst, setDeliveryDates } from '../orders/delivery.ts'
import {
  advance,
  announceDelay,
  announceHold,
  cancel,
  delay,
  endPayment,
  failPayment,
  hold,
  release,
  returnOrder,
  setBlocked,
  setCancelEnd,
} from '../orders/lifecycle.ts'
import { refund } from '../orders/money.ts'
import { type Moment, ORDER_DOCUMENTS, type Order } from '../orders/order.ts'
import { decideRequest } from '../orders/requests.ts'
import { redeemVoucher } from '../orders/voucher.ts'

/** What back office can do with an order. */
export interface OrderAction {
  /** The fields of its form in their sequence; the default is what a field begins with. A button has none. */
  fields: z.ZodObject
  /** Changes the order by the fields; the same order when that is not possible in its state, or a field is wrong. */
  apply(order: Order, fields: unknown, moment: Moment): Order
}

const NO_FIELDS = z.object({})

const button = (apply: (order: Order, now: Date, origin: string) => Order): OrderAction => ({
  fields: NO_FIELDS,
  apply: (order, _, { now, origin }) => apply(order, now, origin),
})

const form = <F extends z.ZodObject>(
  fields: F,
  apply: (order: Order, fields: z.output<F>, moment: Moment) => Order,
): OrderAction => ({
  fields,
  apply(order, entered, moment) {
    const { data, success } = fields.safeParse(entered)
    return success ? apply(order, data, moment) : order
  },
})

const words = z.string().trim().max(300).default('')
const wholeNumber = (min: number, max: number, initial: number) =>
  z.coerce.number().int().min(min).max(max).default(initial)

/** By their names, which are shown, in the sequence of their buttons and forms. */
export const ORDER_ACTIONS: Readonly<Record<string, OrderAction>> = {
  'next-step': button(advance),
  hold: button(hold),
  delay: button(delay),
  'go-on': button(release),
  cancel: button(cancel),
  'take-back': button(returnOrder),
  'fail-payment': button(failPayment),
  'end-time-to-pay': button(endPayment),
  'apply-address': button((order, now) => decideRequest(order, 'address', now, 'accept')),
  'refuse-address': button((order, now) => decideRequest(order, 'address', now, 'refuse')),
  'accept-cancellation': button((order, now) => decideRequest(order, 'cancellation', now, 'accept')),
  'refuse-cancellation': button((order, now) => decideRequest(order, 'cancellation', now, 'refuse')),
  'redeem-voucher': button(redeemVoucher),
  block: button((order, now) => setBlocked(order, now, true)),
  unblock: button((order, now) => setBlocked(order, now, undefined)),
  'send-first-product': button(sendFirst),
  deliver: button((order, now) => deliver(order, now)),
  'deliver-three-days-ago': button((order, now) => deliver(order, now, { at: addDays(now, -3) })),
  'deliver-to-neighbour': button((order, now) => deliver(order, now, { to: 'neighbour' })),
  'ready-for-pickup': button((order, now) => makeReady(order, now)),
  'announce-delay': form(
    z.object({
      reason: z.enum(DELAY_REASONS),
      text: words,
      'days-at-least': wholeNumber(-60, 90, 3),
      'days-at-most': wholeNumber(-60, 90, 5),
    }),
    (order, { reason, text, 'days-at-least': one, 'days-at-most': other }, { now }) => {
      const days = { from: Math.min(one, other), to: Math.max(one, other) }
      return announceDelay(order, { reason, text, days }, now)
    },
  ),
  'announce-hold': form(
    z.object({ reason: z.enum(HOLD_REASONS), text: words, 'ask-the-customer': z.enum(['yes', 'no']) }),
    (order, { reason, text, 'ask-the-customer': asks }, moment) =>
      announceHold(order, { reason, text, asks: asks === 'yes' }, moment),
  ),
  'set-last-time-to-cancel': form(
    z.object({ minutes: wholeNumber(0, 100_000, 5) }),
    (order, { minutes }, { now }) => setCancelEnd(order, now, minutes),
  ),
  'set-delivery-dates': form(
    z.object({ 'from-days': wholeNumber(-60, 90, 3), 'to-days': wholeNumber(-60, 90, 5) }),
    (order, days, { now }) => setDeliveryDates(order, now, { from: days['from-days'], to: days['to-days'] }),
  ),
  'lose-parcel': form(z.object({ 'days-overdue': wholeNumber(1, 1000, 4) }), (order, fields, { now }) =>
    lose(order, now, fields['days-overdue']),
  ),
  refund: form(
    z.object({
      amount: z.coerce.number().positive().max(1_000_000),
      reason: z.enum(REFUND_REASONS),
      state: z.enum(['paid', 'announced']),
    }),
    (order, { amount, ...rest }, { now }) =>
      refund(order, { amount: Math.round(amount * 100), ...rest }, now),
  ),
  'issue-document': form(z.object({ kind: z.enum(ORDER_DOCUMENTS) }), (order, { kind }) =>
    issue(order, kind),
  ),
}

/** Has a document issued: the receipt of a paid order, or the credit note of one with a receipt. */
function issue(order: Order, kind: (typeof ORDER_DOCUMENTS)[number]): Order {
  const { documents = [], payment, state } = order
  const isPossible =
    kind === 'receipt'
      ? payment.state === 'paid' && state.deliveryAddress !== undefined && (state.total?.amount ?? 0) > 0
      : documents.includes('receipt')
  return isPossible && !documents.includes(kind) ? { ...order, documents: [...documents, kind] } : order
}
