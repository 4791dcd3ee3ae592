import type { ShopConfig } from '../config.ts'
import type { Shop } from '../context.ts'
import { arrive, getArrivalTime } from './delivery.ts'
import { advance, cancel, getAnswerTime, isOpen, isPaymentOverdue, release } from './lifecycle.ts'
import type { CustomerRequest, Order } from './order.ts'
import { decideRequest, findReceivedRequest } from './requests.ts'

type Settings = Pick<ShopConfig, 'paceSeconds' | 'addressSeconds' | 'origin'>

/**
 * Moves each paid order one step further every `paceSeconds`, brings its parcels two paces after they left, cancels orders that
 * are not paid in time, and decides changes of addresses and cancellations after `addressSeconds`. With a pace of 0 steps are taken manually. Due steps are
 * derived from an order's file alone, and a step is one write of that file: a killed process neither skips nor repeats
 * one. `tickMs` is the polling interval.
 */
export function startFulfilment({ orders, config, log, now }: Shop, tickMs: number): { close(): void } {
  /** When orders whose step failed are tried again. */
  const retryTimes = new Map<string, number>()
  const changeDue = (order: Order): Order => {
    for (const { getTime, apply } of DUE_CHANGES) {
      const at = getTime(order, config) ?? Number.POSITIVE_INFINITY
      if (at <= now().getTime()) return apply(order, now(), { dueAt: new Date(at), settings: config })
    }
    return order
  }
  const timer = setInterval(() => {
    for (const [code] of orders.list()) {
      if ((retryTimes.get(code) ?? 0) > now().getTime()) continue
      try {
        orders.change(code, changeDue)
      } catch (err) {
        log.error({ err, order: code }, 'step of order failed')
        retryTimes.set(code, now().getTime() + RETRY_MS)
      }
    }
  }, tickMs)
  return { close: () => clearInterval(timer) }
}

const RETRY_MS = 5000

/** A change of an order that is due at a time. */
interface DueChange {
  /** When it is due; undefined when it is not to happen. */
  getTime(order: Order, settings: Settings): number | undefined
  apply(order: Order, now: Date, moment: { dueAt: Date; settings: Settings }): Order
}

const createDecision = (kind: CustomerRequest['kind']): DueChange => ({
  getTime(order, { addressSeconds }) {
    const request = findReceivedRequest(order, kind)
    return request && Date.parse(request.receivedAt) + addressSeconds * 1000
  },
  apply: (order, now) => decideRequest(order, kind, now, 'accept'),
})

/** In their sequence: requests are decided before production, also when all is due after a pause. */
const DUE_CHANGES: readonly DueChange[] = [
  createDecision('address'),
  createDecision('cancellation'),
  { getTime: getAnswerTime, apply: release },
  { getTime: getArrivalTime, apply: (order, now, { dueAt }) => arrive(order, now, dueAt) },
  { getTime: getStepTime, apply: takeStep },
]

/** When the order's next step is due, or its payment overdue. */
function getStepTime(order: Order, { paceSeconds }: Settings): number | undefined {
  const { payment, state, held, stepAt } = order
  if (!isOpen(order) || held) return undefined
  if (payment.state !== 'paid') return state.paymentExpiresAt ? Date.parse(state.paymentExpiresAt) : undefined
  return paceSeconds === 0 ? undefined : Date.parse(stepAt) + paceSeconds * 1000
}

/** Takes the next step, which adds the deadline of address changes and of cancellations to a confirmed order. */
function takeStep(order: Order, now: Date, { settings }: { settings: Settings }): Order {
  if (isPaymentOverdue(order, now)) return cancel(order, now)
  const { paceSeconds, addressSeconds, origin } = settings
  const next = advance(order, now, origin)
  if (next.state.status !== 'Confirmed') return next
  const seconds = Math.max(0, paceSeconds - addressSeconds)
  const deadline = new Date(Date.parse(next.stepAt) + seconds * 1000).toISOString()
  return { ...next, state: { ...next.state, addressChangeUntil: deadline, cancelUntil: deadline } }
}
