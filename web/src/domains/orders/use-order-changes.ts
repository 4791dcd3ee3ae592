import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { announce } from '#web/ui/announcements.ts'
import { refreshNewest, refreshOrder, refreshVouchers } from './order-changes.ts'
import { statusLabel } from './order-status.ts'

/**
 * Keeps the page's orders up to date while they change elsewhere, and announces new statuses. `code`: the only order of
 * the page.
 */
export function useOrderChanges(code?: string): void {
  const queries = useQueryClient()
  const texts = useTexts()
  const refresh = (changedCode: string) =>
    refreshOrder(queries, changedCode, ({ superOrderCode, status }) =>
      announce(
        texts.text('orders.status-changed', { code: superOrderCode, status: statusLabel(texts, status) }),
      ),
    )
  useLibraryPush(message => {
    if (message.type === 'order-changed') refresh(message.orderCode).catch(reportFailure)
    if (message.type === 'voucher-changed') refreshVouchers(queries, message.orderCode).catch(reportFailure)
    if (message.type === 'ready') (code ? refresh(code) : refreshNewest(queries)).catch(reportFailure)
  })
}
