import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/brands.ts'
import { compileLocale } from '#locales/compile.ts'
import type enGB from '#locales/en-GB.json'
import { createMessageFormatter, type MessageFormatter, type Values } from '#locales/message-formatter.ts'

export type MessageId = keyof typeof enGB

/** Returns the text of a message in one locale with its formatted values; a `<link>` is only its words. */
export type Translate = (id: MessageId, values?: Record<string, string | number>) => string

/**
 * Returns the catalogue for pages and mails written by the server, parsed once per locale. An unsupported or unknown
 * locale gets DEFAULT_LOCALE; a missing value throws.
 */
export function getTranslator(locale: string | undefined): Translate {
  const supportedLocale = toSupportedLocale(locale)
  let translate = translatorByLocale.get(supportedLocale)
  if (!translate) {
    const formatter = getFormatter(supportedLocale)
    translate = (id, values) => formatter.format(id, { link: joinContent, ...values }) as string
    translatorByLocale.set(supportedLocale, translate)
  }
  return translate
}

/** Returns the parts of a message with tags: its strings, and what the function of each tag returns. */
export function translateParts<Part>(
  locale: string | undefined,
  id: MessageId,
  values: Values<Part>,
): readonly (string | Part)[] {
  return [getFormatter(toSupportedLocale(locale)).format<Part>(id, values)].flat() as (string | Part)[]
}

/** Returns the locale itself if there is a catalogue for it, else DEFAULT_LOCALE. */
export function toSupportedLocale(locale: string | undefined): Locale {
  return LOCALES.find(each => each === locale) ?? DEFAULT_LOCALE
}

const joinContent = (content: readonly string[]) => content.join('')

const translatorByLocale = new Map<Locale, Translate>()
const formatterByLocale = new Map<Locale, MessageFormatter>()

function getFormatter(locale: Locale): MessageFormatter {
  let formatter = formatterByLocale.get(locale)
  if (!formatter) {
    formatter = createMessageFormatter(locale, compileLocale(locale))
    formatterByLocale.set(locale, formatter)
  }
  return formatter
}
