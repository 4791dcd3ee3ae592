import type { Texts } from './texts.ts'

/** Cached because creating an Intl formatter is far more expensive than formatting. In UTC unless the options name a zone. */
export function dateFormatter(texts: Texts, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = texts.locale + JSON.stringify(options)
  let found = formatters.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat(texts.locale, { timeZone: 'UTC', ...options })
    formatters.set(key, found)
  }
  return found
}

const formatters = new Map<string, Intl.DateTimeFormat>()
