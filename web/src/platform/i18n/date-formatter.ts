import { createDateFormat, type DateFormat } from '#locales/date-format.ts'
import type { Texts } from './texts.ts'

/** Returns a cached formatter: creating one is far more expensive than formatting. In UTC unless the options name a zone. */
export function getDateFormatter(texts: Texts, options: Intl.DateTimeFormatOptions): DateFormat {
  const key = texts.locale + JSON.stringify(options)
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = createDateFormat(texts.locale, { timeZone: 'UTC', ...options })
    formatters.set(key, formatter)
  }
  return formatter
}

const formatters = new Map<string, DateFormat>()
