import { findOrderMark, type OrderMark } from '#contract/order-message.ts'
import { findState, ORDER_STATES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
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

export const hasFailed = ({ status }: Pick<Order, 'status'>): boolean => statusTone(status) === 'critical'

/** Returns the chip of an order: its status, or what that does not say, as 'Partly sent' and 'Delivered'. */
export function findOrderChip(texts: Texts, order: Order, now: number): { label: string; tone: ChipTone } {
  const { mark, isLongAgo } = findOrderMark(order, { now, timeZone: texts.timeZone })
  if (mark === undefined) return { label: statusLabel(texts, order.status), tone: statusTone(order.status) }
  const { id, tone } = CHIP_BY_MARK[mark]
  return { label: texts.text(id), tone: isLongAgo && tone === 'progress' ? 'neutral' : tone }
}

const CHIP_BY_MARK = {
  cancelling: { id: 'orders.mark.cancelling', tone: 'warning' },
  'on-hold': { id: 'orders.mark.on-hold', tone: 'warning' },
  delayed: { id: 'orders.mark.delayed', tone: 'warning' },
  'ready-for-pickup': { id: 'orders.mark.ready-for-pickup', tone: 'progress' },
  'partly-sent': { id: 'orders.mark.partly-sent', tone: 'progress' },
  delivered: { id: 'orders.mark.delivered', tone: 'progress' },
  sent: { id: 'orders.status.sent', tone: 'progress' },
} as const satisfies Record<OrderMark, { id: MessageId; tone: ChipTone }>
