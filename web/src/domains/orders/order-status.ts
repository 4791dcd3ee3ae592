import {
  ORDER_STATES,
  type OrderState,
  type OrderStatus,
  STATES_OF_STATUSES,
} from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { ChipTone } from '#web/ui/chip.tsx'

/** Returns the state that a status means; undefined for a status that is not known yet. */
export function findOrderState(status: string): OrderState | undefined {
  return Object.hasOwn(STATES_OF_STATUSES, status) ? STATES_OF_STATUSES[status as OrderStatus] : undefined
}

/** Returns the label of a status (AA-059, OP-65); an unknown status is shown as it is. */
export function statusLabel({ text }: Texts, status: string): string {
  const state = findOrderState(status)
  return state ? text(`orders.status.${state}`) : status
}

/** Cyan for the steps of an order, red for what went wrong, grey text for an unknown status (AA-060, OP-65). */
export function statusTone(status: string): ChipTone {
  const state = findOrderState(status)
  if (!state) return 'plain'
  return ORDER_STATES[state] === 'step' ? 'progress' : 'critical'
}

/** Whether products have different statuses, as the customer sees them. */
export function haveDifferentStatuses({ products }: Pick<Order, 'products'>): boolean {
  return new Set(products.map(({ status }) => findOrderState(status) ?? status)).size > 1
}

export const awaitsPayment = ({ status }: Pick<Order, 'status'>): boolean =>
  findOrderState(status) === 'awaiting-payment'

export const hasFailed = ({ status }: Pick<Order, 'status'>): boolean => statusTone(status) === 'critical'
