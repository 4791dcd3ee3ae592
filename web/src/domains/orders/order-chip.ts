import { findOrderMark, type OrderMark } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import type { ChipTone } from '#web/ui/chip.tsx'
import { statusLabel, statusTone } from './order-status.ts'

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
