import { addDays } from 'date-fns/addDays'
import type { DelayReason, HoldReason } from '#contract/order-notice.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { getChannelBrand } from '../channel-brand.ts'
import { getTexts } from '../texts/texts.ts'
import { setDeliveryDates } from './delivery.ts'
import { isOpen } from './lifecycle.ts'
import { addVersion, type Order } from './order.ts'

/*
 * What the shop says about an order that is being made. Each function returns the same order when it is not possible in its
 * state.
 */

/** Days that a customer has to answer. */
const ANSWER_DAYS = 3

interface Delay {
  reason: DelayReason
  text?: string | undefined
  /** When its products arrive now, in days from now. */
  days?: { from: number; to: number } | undefined
}

/** Says that a paid order takes longer; its status stays. */
export function announceDelay(order: Order, { reason, text, days }: Delay, now: Date): Order {
  if (!canBeStopped(order)) return order
  const notice = { kind: 'delay', reason, ...(text && { text }), since: now.toISOString() } as const
  const delayed = addVersion({ ...order, held: true }, now, { notice })
  return days ? setDeliveryDates(delayed, now, days) : delayed
}

interface Hold {
  reason: HoldReason
  text?: string | undefined
  /** Whether the customer is asked on a page of the shop. */
  asks: boolean
}

/** Stops a paid order until it is released, by the customer's answer or by hand; its status stays. */
export function announceHold(
  order: Order,
  { reason, text, asks }: Hold,
  { now, origin }: { now: Date; origin: string },
): Order {
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
