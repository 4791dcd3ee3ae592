import { addDays } from 'date-fns/addDays'
import type { DemoScene } from '#sandbox/demo-calls/orders.ts'
import { lose, makeReady, sendFirst, setDeliveryDates } from './delivery.ts'
import { announceDelay, announceHold } from './notices.ts'
import type { Order } from './order.ts'
import { refund } from './refunds.ts'

interface Moment {
  now: Date
  origin: string
}

/** Days since what happened: nobody is mailed about it any more. */
const HAPPENED_DAYS = 1.2

/** The scenes in which what was sent has not arrived. */
export const UNDELIVERED_SCENES: ReadonlySet<DemoScene | undefined> = new Set([
  'underway',
  'late',
  'ready-for-pickup',
  'long-ago',
])

/** The scenes that go on once Keepsake knows the order: its customer asks for something, or it is delayed. */
export const CONTINUED_SCENES: ReadonlySet<DemoScene | undefined> = new Set([
  'withdrawn',
  'asked-back',
  'printed-again',
  'declined',
  'delayed',
])

/** Brings an order of the past into a scene of the demo (NX-158). */
export function applyScene(order: Order, scene: DemoScene, { now, origin }: Moment): Order {
  const then = new Date(now.getTime() - HAPPENED_DAYS * 86_400_000)
  switch (scene) {
    case 'asked':
      return announceHold(order, { reason: 'photo-quality', asks: true }, { now: then, origin })
    case 'held':
      return announceHold(order, { reason: 'payment-check', asks: false }, { now: then, origin })
    case 'refunded':
      return refund(
        order,
        { amount: order.state.total!.amount, state: 'paid', reason: 'cancellation' },
        addDays(now, -2),
      )
    case 'overdue':
      return setDeliveryDates(order, now, { from: -4, to: -2 })
    case 'underway':
      return setDeliveryDates(order, now, { from: 1, to: 3 })
    case 'partly-sent':
      return sendFirst(setDeliveryDates(order, now, { from: 3, to: 5 }), then, origin)
    case 'late':
      return lose(order, now, 4)
    case 'ready-for-pickup':
      return makeReady(order, then)
    case 'received':
      return { ...order, documents: ['receipt'] }
    case 'asked-back':
      return { ...order, demoDecision: 'question' }
    case 'printed-again':
      return { ...order, demoDecision: 'reprint' }
    case 'declined':
      return { ...order, demoDecision: 'decline' }
    case 'withdrawn':
      return { ...order, demoDecision: 'confirm' }
    default:
      return order
  }
}

/** Delays an order whose first delivery dates Keepsake knows; once. */
export function applyLaterScene(order: Order, scene: DemoScene | undefined, { now }: Moment): Order {
  if (scene !== 'delayed' || order.state.notice) return order
  const then = new Date(now.getTime() - HAPPENED_DAYS * 86_400_000)
  return announceDelay(order, { reason: 'material', days: { from: 4, to: 6 } }, then)
}
