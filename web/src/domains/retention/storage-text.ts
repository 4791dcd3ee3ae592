import type { StorageStatus } from '#contract/retention.ts'
import { fullDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/**
 * Returns the status as a sentence and, when it says that photos will be deleted, a second one that says what
 * keeps them; 0 days and less are today, 1 is tomorrow. In the grace period it names the day until which an order
 * restores the photos.
 */
export function storageText(texts: Texts, status: StorageStatus): string {
  const { text } = texts
  const { monthsRemaining, grace, lastRestorableDay } = status
  if (grace) return text('storage.grace', { date: fullDayLabel(texts, lastRestorableDay) })
  switch (status.status) {
    case 'safe':
      return text('storage.safe', { months: monthsRemaining })
    case 'warning':
      return daysText(texts, status)
    case 'critical':
      return `${text('storage.critical', { days: countDays(status) })} ${text('storage.order-keeps')}`
  }
}

/** Returns the remaining days as a sentence without an alarm. */
export const daysText = ({ text }: Texts, status: StorageStatus): string =>
  text('storage.warning', { days: countDays(status) })

const countDays = ({ daysRemaining }: StorageStatus) => Math.max(0, daysRemaining)
