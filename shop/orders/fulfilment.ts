import type { Logger } from 'pino'
import { cancel, isOpen, isPaymentOverdue, takeNextStep } from './lifecycle.ts'
import type { Order } from './order.ts'
import type { Orders } from './orders.ts'

export interface Fulfilment {
  /** Takes no further step and waits for the running one. */
  close(): Promise<void>
}

/**
 * Moves each paid order one step further every `paceSeconds`, and cancels orders that are not paid in time. A pace of 0
 * takes no step: they are taken by hand. What is due follows from an order's file alone, and a step is one write of that
 * file: a killed process neither skips nor repeats one.
 */
export function startFulfilment({
  orders,
  paceSeconds,
  origin,
  log,
  now,
  tickMs,
}: {
  orders: Orders
  paceSeconds: number
  /** Of the shop's own pages. */
  origin: string
  log: Logger
  now: () => Date
  /** Time between two looks at what is due. */
  tickMs: number
}): Fulfilment {
  const dueTimes = new Map<string, number>()
  orders.onStored(order => {
    const dueTime = dueTimeOf(order, paceSeconds)
    if (dueTime === undefined) dueTimes.delete(order.code)
    else dueTimes.set(order.code, dueTime)
  })
  const advance = (order: Order) => {
    const dueTime = dueTimeOf(order, paceSeconds)
    if (dueTime === undefined || dueTime > now().getTime()) return order
    return isPaymentOverdue(order, now()) ? cancel(order, now()) : takeNextStep(order, now(), origin)
  }
  const advanceDue = async () => {
    for (const [code, dueTime] of dueTimes) {
      if (dueTime > now().getTime()) continue
      try {
        await orders.change(code, advance)
      } catch (err) {
        log.error({ err, order: code }, 'step of order failed')
        dueTimes.set(code, now().getTime() + RETRY_MS)
      }
    }
  }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= advanceDue().finally(() => {
      running = undefined
    })
  }, tickMs)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

const RETRY_MS = 5000

/** When the order's next step is due, or its payment overdue; undefined when nothing is. */
function dueTimeOf(order: Order, paceSeconds: number): number | undefined {
  const { payment, state, held, stepAt } = order
  if (!isOpen(order)) return undefined
  if (payment.state !== 'paid')
    return state.paymentExpiresAt === undefined ? undefined : new Date(state.paymentExpiresAt).getTime()
  if (held || paceSeconds === 0) return undefined
  return new Date(stepAt).getTime() + paceSeconds * 1000
}
