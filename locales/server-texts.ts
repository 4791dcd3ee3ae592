import { createIntl, createIntlCache } from 'react-intl'
import type { Locale } from '#contract/brands.ts'
import type enGB from '#locales/en-GB.json'
import { compileLocale } from './compile.ts'

export type MessageId = keyof typeof enGB

/**
 * The catalogue for pages and mails the server writes itself: (id, values) → text in that locale, parsed once per
 * locale. A value the text needs and does not get throws.
 */
export function serverTexts(
  locale: Locale,
): (id: MessageId, values?: Record<string, string | number>) => string {
  let text = texts.get(locale)
  if (!text) {
    const intl = createIntl({ locale, messages: compileLocale(locale), onError: fail }, cache)
    text = (id, values) => intl.formatMessage({ id }, values)
    texts.set(locale, text)
  }
  return text
}

const cache = createIntlCache()
const texts = new Map<Locale, ReturnType<typeof serverTexts>>()

function fail(error: Error): never {
  throw error
}
