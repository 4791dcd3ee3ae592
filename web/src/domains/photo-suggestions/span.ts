import { monthLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

interface Month {
  year: number
  month: number
}

/** Formats 'July 2025 to July 2026', one month as 'July 2025'. */
export function formatSpan(texts: Texts, from: Month, to: Month): string {
  const first = monthLabel(texts, from.year, from.month)
  if (from.year === to.year && from.month === to.month) return first
  return texts.text('suggest.span', { from: first, to: monthLabel(texts, to.year, to.month) })
}

/** Returns the month of 'YYYY-MM-DDTHH:mm:ss'. */
export const toMonth = (localDateTime: string): Month => ({
  year: Number(localDateTime.slice(0, 4)),
  month: Number(localDateTime.slice(5, 7)),
})
