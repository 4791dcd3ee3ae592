import { findState, ORDER_STATES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { ChipTone } from '#web/ui/chip.tsx'

/** Returns the label of a status; an unknown status is shown as it is. */
export function statusLabel({ text }: Texts, status: string): string {
  if (status === 'delayed') return text('orders.mark.delayed')
  if (status === 'on_hold') return text('orders.mark.on-hold')
  const state = findState(status)
  return state ? text(`orders.status.${state}`) : status
}

/**
 * Cyan for the steps of an order, red for what went wrong, amber for what waits, grey text for an unknown status.
 */
export function statusTone(status: string): ChipTone {
  if (status === 'delayed' || status === 'on_hold') return 'warning'
  const state = findState(status)
  if (!state) return 'plain'
  return ORDER_STATES[state] === 'step' ? 'progress' : 'critical'
}

/** Whether products have different statuses, as the customer sees them. */
export function haveDifferentStatuses({ products }: Pick<Order, 'products'>): boolean {
  return new Set(products.map(({ status }) => findState(status) ?? status)).size > 1
}

export const awaitsPayment = ({ status }: Pick<Order, 'status'>): boolean =>
  findState(status) === 'awaiting-payment'
