import type { StorageStatus } from '#contract/retention.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** The status in one sentence (PL-128); 0 days and less are today, 1 is tomorrow (OP-25). */
export function storageText(
  { text }: Texts,
  {
    status,
    monthsRemaining,
    daysRemaining,
  }: Pick<StorageStatus, 'status' | 'monthsRemaining' | 'daysRemaining'>,
): string {
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
