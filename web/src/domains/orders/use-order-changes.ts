import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { announce } from '#web/ui/announcements.ts'
import { describeOrderMessage } from './message/describe-message.ts'
import { refreshNewest, refreshOrder, refreshVouchers } from './order-changes.ts'
import { findOrderChip } from './order-status.ts'

/**
 * Keeps the page's orders up to date while they change elsewhere, and announces once what they say now (NX-114). `code`: the
 * only order of the page, whose message announces itself.
 */
export function useOrderChanges(code?: string): void {
  const queries = useQueryClient()
  const texts = useTexts()
  const assortment = useAssortment()
  const describe = (order: Order | undefined) => {
    if (!order) return undefined
    const now = Date.now()
    const { view } = describeOrderMessage({ order, texts, assortment, now })
    const { label } = findOrderChip(texts, order, now)
    return { label, line: view.line ?? '', message: [view.heading, ...view.sentences].join(' ') }
  }
  const announceChange = (order: Order, cached: Order | undefined) => {
    const now = describe(order)!
    const before = describe(cached)
    const isAnnounced = code !== undefined && before !== undefined && before.message !== now.message
    if (isAnnounced || (before?.label === now.label && before.line === now.line)) return
    const status = before?.label === now.label ? now.line || now.label : now.label
    announce(texts.text('orders.status-changed', { code: order.superOrderCode, status }))
  }
  const refresh = (changedCode: string) => refreshOrder(queries, changedCode, announceChange)
  useLibraryPush(message => {
    if (message.type === 'order-changed') refresh(message.orderCode).catch(reportFailure)
    if (message.type === 'voucher-changed') refreshVouchers(queries, message.orderCode).catch(reportFailure)
    if (message.type === 'ready') (code ? refresh(code) : refreshNewest(queries)).catch(reportFailure)
  })
}
