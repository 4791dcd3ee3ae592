import type { Order } from '#contract/orders.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { useOrderMoment } from './message/use-order-message.ts'
import { findOrderChip } from './order-chip.ts'
import { statusLabel, statusTone } from './order-status.ts'

/** Where an order is. */
export function OrderChip({ order, small }: { order: Order; small?: boolean }) {
  const texts = useTexts()
  useOrderMoment(order)
  const { label, tone } = findOrderChip(texts, order, Date.now())
  return (
    <Chip tone={tone} small={small}>
      {label}
    </Chip>
  )
}

/** The status of a product. */
export function OrderStatusChip({ status }: { status: string }) {
  const texts = useTexts()
  return (
    <Chip tone={statusTone(status)} small>
      {statusLabel(texts, status)}
    </Chip>
  )
}

/** Says that a problem with a product is reported, or that it is printed again; nothing without an open report. */
export function ReportChip({ order, productCode }: { order: Order; productCode: string }) {
  const { text } = useTexts()
  const report = order.complaints?.find(
    ({ state, productCodes, decision }) =>
      state !== 'closed' && !decision?.isReprintOver && productCodes.includes(productCode),
  )
  if (!report) return null
  if (report.state !== 'decided')
    return (
      <Chip tone="warning" small>
        {text('orders.mark.problem-reported')}
      </Chip>
    )
  if (report.decision?.outcome !== 'reprint') return null
  return (
    <Chip tone="accent" small>
      {text('orders.mark.reprint')}
    </Chip>
  )
}
