import Repeat from 'lucide-react/icons/repeat'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { showRefusal, useReorder } from './use-reorder.ts'

const ReorderDialog = lazyComponent(() => import('./reorder-dialog.tsx'), 'ReorderDialog')

/**
 * Asks whether the order can be ordered again, then shows what differs; when it cannot, says why and is disabled with
 * the reason.
 */
export function ReorderButton({ order, inList = false, reasonId, variant, className }: ReorderButtonProps) {
  const { texts, text } = useTexts()
  const { query, reason } = useReorder(order)
  const [isOpen, setOpen] = useState(false)
  const shownReason = reasonId === undefined ? undefined : { elementId: reasonId }
  const label = text('reorder.action')
  const checkAndOpen = async () => {
    const { data, isError } = await query.refetch()
    if (isError || data?.reorderable || data?.reason === 'gone') setOpen(true)
    else if (data?.reason) showRefusal(texts, order, data.reason)
  }
  return (
    <>
      <Button
        {...(inList
          ? { 'aria-label': `${label}, ${text('order.title', { code: order.superOrderCode })}` }
          : { icon: Repeat })}
        variant={variant}
        className={className}
        pending={query.isFetching && !isOpen}
        disabledReason={reason ? (shownReason ?? text(`reorder.reason.${reason}`)) : false}
        onClick={() => void checkAndOpen()}
      >
        {label}
      </Button>
      {isOpen && <ReorderDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ReorderButtonProps {
  order: Order
  /** Beside other orders: its name has the order's code. */
  inList?: boolean
  /** The element beside it that shows why it is disabled. */
  reasonId?: string
  variant?: ButtonVariant | undefined
  className?: string | undefined
}
