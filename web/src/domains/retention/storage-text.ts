import type { StorageStatus } from '#contract/retention.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/**
 * The status in one sentence (PL-128); 0 days and less are today, 1 is tomorrow (OP-25). Once the photos have left it
 * says until when an order brings them back, a day in `timeZone`.
 */
export function storageText(
  texts: Texts,
  { status, monthsRemaining, daysRemaining, grace }: StorageStatus,
  timeZone: string,
): string {
  const { text } = texts
  if (grace) return text('storage.grace', { date: instantDayLabel(texts, grace.erasedAt, timeZone) })
  const days = Math.max(0, daysRemaining)
  switch (status) {
    case 'safe':
      return text('storage.safe', { months: monthsRemaining })
    case 'warning':
      return text('storage.warning', { days })
    case 'critical':
      return text('storage.critical', { days })
  }
}

/** How much it presses: what has left presses most. */
export const storageTone = ({ status, grace }: StorageStatus) => (grace ? 'critical' : status)
