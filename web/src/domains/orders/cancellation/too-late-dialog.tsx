import type { CancellationBlocker, CancellationRefusal } from '#contract/cancellation.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { findArrival } from '#contract/order-delivery.ts'
import type { Order } from '#contract/orders.ts'
import { orderDayLabel, orderDaysLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ContactLink } from '#web/ui/contact-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { findProductionStart } from './cancellation.ts'

export type CancelRefusal = CancellationBlocker | CancellationRefusal

/** Why the order could not be cancelled, that it is as it was, and what to do. */
export function TooLateDialog({ order, refusal, onClose }: TooLateDialogProps) {
  const { texts, text } = useTexts()
  const isUnavailable = refusal === 'not-available' || refusal === 'account-blocked'
  const arriving = findArrival(order)
  return (
    <Dialog
      title={text(isUnavailable ? 'order.cancel.unavailable' : 'order.cancel.too-late')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <ContactLink className={buttonClass()} />
          <Button variant="primary" onClick={onClose}>
            {text('action.close')}
          </Button>
        </>
      }
    >
      <div className="ui-stack12">
        {!isUnavailable && <p>{formatRefusal(texts, order, refusal)}</p>}
        <p>
          {text('order.cancel.unchanged')}{' '}
          {arriving &&
            arriving.to >= formatCalendarDay(new Date(Date.now()), texts.timeZone) &&
            text('order.cancel.arrival', { dates: orderDaysLabel(texts, arriving) })}
        </p>
        {!isUnavailable && refusal !== 'cancelled' && <p>{text('order.cancel.report')}</p>}
      </div>
    </Dialog>
  )
}

export interface TooLateDialogProps {
  order: Order
  refusal: CancelRefusal
  onClose: () => void
}

function formatRefusal(
  texts: Texts,
  order: Order,
  refusal: Exclude<CancelRefusal, 'not-available' | 'account-blocked'>,
): string {
  const startedAt = refusal === 'in-production' ? findProductionStart(order) : undefined
  return startedAt
    ? texts.text('order.cancel.refused.in-production-since', {
        time: orderDayLabel(texts, startedAt, 'weekday-time'),
      })
    : texts.text(`order.cancel.refused.${refusal}`)
}
