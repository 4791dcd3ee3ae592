import { addDays } from 'date-fns/addDays'
import { z } from 'zod'
import { DELAY_REASONS, HOLD_REASONS } from '#contract/order-notice.ts'
import { REFUND_REASONS, REFUND_STATES } from '#contract/refunds.ts'
import { deliver, lose, makeReady, sendFirst } from '../orders/delivery.ts'
import { endPayment, setCancelEnd } from '../orders/lifecycle.ts'
import { announceDelay, announceHold, release } from '../orders/notices.ts'
import { ORDER_DOCUMENTS, type Order } from '../orders/order.ts'
import { refund } from '../orders/refunds.ts'

interface Moment {
  now: Date
  /** Origin of the shop's own pages. */
  origin: string
}

interface OrderAction {
  /** Changes the order by the fields of the action's form; the same order when that is not possible in its state. */
  apply(order: Order, fields: Record<string, unknown>, moment: Moment): Order
}

/** Creates an action of a form; invalid fields change nothing. */
const action = <F extends z.ZodType>(
  form: F,
  apply: (order: Order, fields: z.output<F>, moment: Moment) => Order,
): OrderAction => ({
  apply(order, fields, moment) {
    const { data, success } = form.safeParse(fields)
    return success ? apply(order, data, moment) : order
  },
})

/** How parcels arrive, in the sequence of the buttons. */
export const DELIVERIES = ['now', 'earlier', 'neighbour', 'ready'] as const

const NO_FIELDS = z.object({})
const words = z.string().trim().max(300).default('')
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** What back office can do with an order beside moving it, by the names of the forms. */
export const ORDER_FORMS = {
  delay: action(
    z.object({
      reason: z.enum(DELAY_REASONS),
      text: words,
      from: wholeNumber(-60, 90),
      to: wholeNumber(-60, 90),
    }),
    (order, { reason, text, from, to }, { now }) =>
      announceDelay(order, { reason, text, days: { from: Math.min(from, to), to: Math.max(from, to) } }, now),
  ),
  hold: action(
    z.object({ reason: z.enum(HOLD_REASONS), text: words, asks: z.string().optional() }),
    (order, { reason, text, asks }, moment) =>
      announceHold(order, { reason, text, asks: asks === 'yes' }, moment),
  ),
  release: action(NO_FIELDS, (order, _, { now }) => release(order, now)),
  'end-payment': action(NO_FIELDS, (order, _, { now }) => endPayment(order, now)),
  'cancel-until': action(z.object({ minutes: wholeNumber(0, 100_000) }), (order, { minutes }, { now }) =>
    setCancelEnd(order, now, minutes),
  ),
  'send-first': action(NO_FIELDS, (order, _, { now, origin }) => sendFirst(order, now, origin)),
  deliver: action(z.object({ how: z.enum(DELIVERIES) }), (order, { how }, { now }) =>
    DELIVERY_BY_NAME[how](order, now),
  ),
  lose: action(z.object({ days: wholeNumber(1, 1000) }), (order, { days }, { now }) =>
    lose(order, now, days),
  ),
  refund: action(
    z.object({
      amount: z.coerce.number().positive().max(1_000_000),
      reason: z.enum(REFUND_REASONS),
      state: z.enum(REFUND_STATES),
    }),
    (order, { amount, ...rest }, { now }) =>
      refund(order, { amount: Math.round(amount * 100), ...rest }, now),
  ),
  document: action(z.object({ kind: z.enum(ORDER_DOCUMENTS) }), (order, { kind }) => issue(order, kind)),
} as const satisfies Record<string, OrderAction>
export type OrderForm = keyof typeof ORDER_FORMS

const DELIVERY_BY_NAME: Record<(typeof DELIVERIES)[number], (order: Order, now: Date) => Order> = {
  now: (order, now) => deliver(order, now),
  earlier: (order, now) => deliver(order, now, { at: addDays(now, -3) }),
  neighbour: (order, now) => deliver(order, now, { to: 'neighbour' }),
  ready: (order, now) => makeReady(order, now),
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
