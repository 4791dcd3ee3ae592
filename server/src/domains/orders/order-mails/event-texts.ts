import type { Deadline, Timestamp } from '#contract/deadline.ts'
import type { Order } from '#contract/orders.ts'
import { formatMoney } from '#locales/money-format.ts'
import { formatDeadline, formatOrderDay, formatOrderDays, type OrderDayReader } from '#locales/order-days.ts'
import type { Translate } from '../../../platform/i18n/translate.ts'

/** Creates what describes an event: the order, and texts, days and amounts in the customer's language. */
export const createEventTexts = (text: Translate, reader: OrderDayReader, order: Order) => ({
  text,
  order,
  now: reader.now,
  day: (at: Timestamp) => formatOrderDay(reader, at),
  time: (at: Timestamp) => formatOrderDay(reader, at, 'weekday-time'),
  /** The last day before an end. */
  end: (end: Deadline, style?: 'weekday-time') => formatDeadline(reader, end, style),
  days: (range: { from: string; to: string }) => formatOrderDays(reader, range),
  /** In the currency of the order's total; undefined where that is not known. */
  amount: (amount: number | undefined) =>
    order.total && amount !== undefined
      ? formatMoney(reader.locale, amount, order.total.currency)
      : undefined,
})

export type EventTexts = ReturnType<typeof createEventTexts>
