import { useQuery } from '@tanstack/react-query'
import { findState } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { getReorderStatus, type ReorderReason } from '#contract/reorders.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { toasts } from '#web/ui/toasts.ts'

/** Whether the order can be ordered again; asked when the customer wants to. */
const reorderQuery = (code: string) =>
  callQuery(['orders', 'reorder', code], getReorderStatus, {
    params: { orderCode: code },
    enabled: false,
    retry: false,
  })

/** Returns whether an order can be ordered again, shared by all controls of the order. */
export function useReorder(order: Order) {
  const query = useQuery(reorderQuery(order.superOrderCode))
  return { query, reason: isCancelled(order) ? ('cancelled' as const) : getDisabledReason(query.data) }
}

/** Returns why the control is disabled. If no product is available any more, the dialog explains it for each product. */
function getDisabledReason(
  status: { reorderable: boolean; reason?: ReorderReason | undefined } | undefined,
): ReorderReason | undefined {
  return status?.reorderable === false && status.reason !== 'gone' ? status.reason : undefined
}

/** Shows why the order cannot be ordered again: the disabled control may not be seen. */
export function showRefusal({ text }: Texts, { superOrderCode }: Order, reason: ReorderReason): void {
  toasts.add({
    subject: `reorder of ${superOrderCode}`,
    text: text(`reorder.reason.${reason}`),
    kind: 'error',
  })
}

/** Whether there is something to order again. */
export const hasProducts = ({ products }: Order): boolean => products.length > 0

export const isCancelled = ({ status }: Order): boolean => findState(status) === 'cancelled'
