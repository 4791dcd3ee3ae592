import { summarizeDelivery } from '#contract/order-delivery.ts'
import { findOrderMark } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'
import { listSteps, type OrderStep, type StepMarks } from './order-steps.ts'

/** An order's steps, and how much of it is sent while not all of it is. */
export interface OrderProgress {
  steps: OrderStep[]
  sent?: { count: number; total: number } | undefined
}

/** Finds the steps of an order with what its parcels say about the last one. */
export function findOrderSteps(order: Order, moment: { now: number; timeZone: string }): OrderProgress {
  const { groups, isPartlySent, deliveredAt } = summarizeDelivery(order)
  const { mark } = findOrderMark(order, moment)
  const count = (isCounted: (state: string) => boolean) =>
    groups.filter(({ state }) => isCounted(state)).reduce((sum, group) => sum + group.productCodes.length, 0)
  return {
    steps: listSteps(order, { last: findLast() }),
    sent: isPartlySent ? { count: count(state => state !== 'waiting'), total: count(() => true) } : undefined,
  }

  function findLast(): StepMarks['last'] {
    if (mark === 'delivered') return { label: 'orders.mark.delivered', at: deliveredAt }
    if (mark !== 'ready-for-pickup') return undefined
    const ready = order.parcels.find(({ pickupReadyAt, deliveredAt: at }) => pickupReadyAt && !at)
    return { label: 'orders.mark.ready-for-pickup', at: ready?.pickupReadyAt }
  }
}
