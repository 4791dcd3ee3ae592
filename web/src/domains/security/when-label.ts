import type { Timestamp } from '#contract/deadline.ts'
import { daysSince, instantDayLabel } from '#web/platform/i18n/dates.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Formats a past instant for a sentence: 'today, 09:12', 'yesterday', '9 November', in another year with the year. */
export function formatWhen(texts: Texts, instant: Timestamp): string {
  const days = daysSince(texts, instant, Date.now())
  if (days <= 0) return texts.text('date.today', { time: instantLabel(texts, instant, 'time') })
  if (days === 1) return texts.text('date.yesterday')
  return isThisYear(texts, instant) ? instantLabel(texts, instant, 'day') : instantDayLabel(texts, instant)
}

/** Formats a past instant for a list: 'Today, 09:12', '14 Nov, 20:05', in another year '3 March 2025'. */
export function formatWhenInList(texts: Texts, instant: Timestamp): string {
  if (daysSince(texts, instant, Date.now()) <= 0) {
    const today = formatWhen(texts, instant)
    return today.charAt(0).toLocaleUpperCase(texts.locale) + today.slice(1)
  }
  return isThisYear(texts, instant)
    ? instantLabel(texts, instant, 'short-day-time')
    : instantDayLabel(texts, instant)
}

function isThisYear({ timeZone }: Texts, instant: Timestamp): boolean {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone })
  return format.format(new Date(instant)) === format.format(Date.now())
}
