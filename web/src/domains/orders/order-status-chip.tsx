import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { statusLabel, statusTone } from './order-status.ts'

export function OrderStatusChip({ status, small }: { status: string; small?: boolean }) {
  const texts = useTexts()
  return (
    <Chip tone={statusTone(status)} small={small}>
      {statusLabel(texts, status)}
    </Chip>
  )
}
