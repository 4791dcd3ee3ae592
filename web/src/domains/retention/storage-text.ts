import type { StorageStatus } from '#contract/retention.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/**
 * Returns the status as a sentence (PL-128); 0 days and less are today, 1 is tomorrow (OP-25). In the grace period it
 * names the day until which an order restores the photos.
 */
export function storageText(
  texts: Texts,
  { status, monthsRemaining, daysRemaining, grace }: StorageStatus,
): string {
  const { text } = texts
  if (grace) return text('storage.grace', { date: instantDayLabel(texts, grace.erasedAt) })
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

/** Severity of the status; always critical in the grace period. */
export const storageTone = ({ status, grace }: StorageStatus) => (grace ? 'critical' : status)
