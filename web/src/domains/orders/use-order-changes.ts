import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { loadModule } from '#web/platform/lazy/load-module.ts'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { announce } from '#web/ui/announcements.ts'
import { findCachedOrder } from './cached-orders.ts'
import { orderKeys, readBatch, readOrder } from './order-queries.ts'

/**
 * Keeps the page's orders up to date while they change elsewhere, and announces once what they say now. `code`: the
 * only order of the page, whose message announces itself.
 */
export function useOrderChanges(code?: string): void {
  const queries = useQueryClient()
  const texts = useTexts()
  const assortment = useAssortment()
  const announceChange = async (order: Order, before: Order | undefined) => {
    const { describeChange } = await loadModule(() => import('./message/describe-change.ts'))
    const facts = { order, texts, assortment, now: Date.now() }
    const status = describeChange(facts, before, { isMessageShown: code !== undefined })
    if (status) announce(texts.text('orders.status-changed', { code: order.superOrderCode, status }))
  }
  const refresh = (changedCode: string) =>
    refreshOrder(queries, changedCode, (order, before) => {
      announceChange(order, before).catch(reportFailure)
    })
  useLibraryPush(message => {
    if (message.type === 'order-changed') refresh(message.orderCode).catch(reportFailure)
    if (message.type === 'voucher-changed') refreshVouchers(queries, message.orderCode).catch(reportFailure)
    if (message.type === 'ready') (code ? refresh(code) : refreshNewest(queries)).catch(reportFailure)
  })
}

/** Reads an order that changed; `onChange` is called with the cached one, if the answer is the latest. */
export async function refreshOrder(
  queries: QueryClient,
  code: string,
  onChange: (order: Order, before: Order | undefined) => void = () => {},
): Promise<void> {
  const before = findCachedOrder(queries, code)
  const order = await readOrder(queries, code, { isChange: true })
  const isLatest = findCachedOrder(queries, code) === order
  if (isLatest) onChange(order, before)
  await refreshVouchers(queries, code)
}

/** Reads the vouchers of an order's products again, and their offers. */
async function refreshVouchers(queries: QueryClient, code: string): Promise<void> {
  await Promise.all(
    [orderKeys.vouchers(code), orderKeys.offers].map(queryKey => queries.invalidateQueries({ queryKey })),
  )
}

/** Reads the newest orders: after a (re)connection changes may have been missed. */
async function refreshNewest(queries: QueryClient): Promise<void> {
  await readBatch(queries, 0, { isChange: true })
}
