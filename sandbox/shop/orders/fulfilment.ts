import type { Logger } from 'pino'
import { applyAddressChange, findAcceptedChange } from './address-changes.ts'
import { decideCancellation, findReceivedCancellation } from './cancellations.ts'
import { arrive, getArrivalTime } from './delivery.ts'
import { advance, cancel, getAnswerTime, isOpen, isPaymentOverdue, release } from './lifecycle.ts'
import type { Order, Orders } from './order.ts'

export interface Fulfilment {
  /** Stops taking steps and waits for the running one. */
  close(): Promise<void>
}

/**
 * Moves each paid order one step further every `paceSeconds`, brings its parcels two paces after they left, cancels orders that
 * are not paid in time, and decides changes of addresses and cancellations after `addressSeconds`. With a pace of 0 steps are taken manually. Due steps are
 * derived from an order's file alone, and a step is one write of that file: a killed process neither skips nor repeats
 * one.
 */
export function startFulfilment({
  orders,
  paceSeconds,
  addressSeconds,
  origin,
  log,
  now,
  tickMs,
}: {
  orders: Orders
  paceSeconds: number
  addressSeconds: number
  /** Origin of the shop's own pages. */
  origin: string
  log: Logger
  now: () => Date
  /** Polling interval in milliseconds. */
  tickMs: number
}): Fulfilment {
  const paces = { paceSeconds, addressSeconds }
  const dueTimes = new Map<string, number>()
  orders.onStored(order => {
    const dueTime = getDueTime(order, paces)
    if (dueTime === undefined) dueTimes.delete(order.code)
    else dueTimes.set(order.code, dueTime)
  })
  const isDue = (time: number | undefined) => time !== undefined && time <= now().getTime()
  const changeDue = (order: Order) => {
    // Changes and cancellations are decided before production: all may be due after a pause.
    if (isDue(getAddressTime(order, paces))) return applyAddressChange(order, now())
    if (isDue(getCancellationTime(order, paces))) return decideCancellation(order, now())
    if (isDue(getAnswerTime(order))) return release(order, now())
    const arrival = getArrivalTime(order, paceSeconds)
    if (isDue(arrival)) return arrive(order, now(), new Date(arrival!))
    if (!isDue(getStepTime(order, paces))) return order
    if (isPaymentOverdue(order, now())) return cancel(order, now())
    return addDeadline(advance(order, now(), origin), paces)
  }
  const changeAllDue = async () => {
    for (const [code, dueTime] of dueTimes) {
      if (dueTime > now().getTime()) continue
      try {
        await orders.change(code, changeDue)
      } catch (err) {
        log.error({ err, order: code }, 'step of order failed')
        dueTimes.set(code, now().getTime() + RETRY_MS)
      }
    }
  }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= changeAllDue().finally(() => {
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

interface Paces {
  paceSeconds: number
  addressSeconds: number
}

/** When the order's next change is due; undefined when none is. */
function getDueTime(order: Order, paces: Paces): number | undefined {
  const times = [
    getStepTime(order, paces),
    getAddressTime(order, paces),
    getCancellationTime(order, paces),
    getArrivalTime(order, paces.paceSeconds),
    getAnswerTime(order),
  ].filter(time => time !== undefined)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** When the order's next step is due, or its payment overdue. */
function getStepTime(order: Order, { paceSeconds }: Paces): number | undefined {
  const { payment, state, held, stepAt } = order
  if (!isOpen(order) || held) return undefined
  if (payment.state !== 'paid')
    return state.paymentExpiresAt === undefined ? undefined : new Date(state.paymentExpiresAt).getTime()
  if (paceSeconds === 0) return undefined
  return new Date(stepAt).getTime() + paceSeconds * 1000
}

/** When the accepted change of the address is to be applied. */
function getAddressTime(order: Order, { addressSeconds }: Paces): number | undefined {
  const acceptedChange = findAcceptedChange(order)
  return acceptedChange && new Date(acceptedChange.receivedAt).getTime() + addressSeconds * 1000
}

/** When the received cancellation is to be decided. */
function getCancellationTime(order: Order, { addressSeconds }: Paces): number | undefined {
  const received = findReceivedCancellation(order)
  return received && new Date(received.receivedAt).getTime() + addressSeconds * 1000
}

/** Adds the deadline of address changes and of cancellations to a confirmed order. */
function addDeadline(order: Order, { paceSeconds, addressSeconds }: Paces): Order {
  if (order.state.status !== 'Confirmed') return order
  const seconds = Math.max(0, paceSeconds - addressSeconds)
  const addressChangeUntil = new Date(new Date(order.stepAt).getTime() + seconds * 1000).toISOString()
  return { ...order, state: { ...order.state, addressChangeUntil, cancelUntil: addressChangeUntil } }
}
