import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { listMessageInstants } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClock } from '#web/platform/operations/use-clock.ts'
import { type DescribedMessage, describeOrderMessage } from './describe-message.ts'

/**
 * Returns what an order says now. Renders again at the instants at which that changes, as the end of the time to pay and
 * midnight of the brand.
 */
export function useOrderMessage(order: Order): DescribedMessage {
  const texts = useTexts()
  const assortment = useAssortment()
  useOrderMoment(order)
  return describeOrderMessage({ order, texts, assortment, now: Date.now() })
}

/** Renders again when the day changes at the brand, or an instant at which the order's message changes has come. */
export function useOrderMoment(order: Order): void {
  const { timeZone } = useTexts()
  useClock(() => {
    const now = Date.now()
    const pastCount = listMessageInstants(order).filter(instant => instant <= now).length
    return `${formatCalendarDay(new Date(now), timeZone)} ${pastCount}`
  })
}
