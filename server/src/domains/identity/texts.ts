import { readFileSync } from 'node:fs'
import { createIntl } from 'react-intl'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/brands.ts'
import type enGB from '#locales/en-GB.json'

export type TextId = keyof typeof enGB

/** Gives a text of the catalogue with its values set in. */
export type Texts = (id: TextId, values?: Record<string, string | number>) => string

/**
 * The catalogue the web uses, for pages and mails made here. What a locale lacks comes from another one of its
 * language, then from en-GB.
 */
export function textsIn(locale: string): Texts {
  const known = LOCALES.find(each => each === locale) ?? DEFAULT_LOCALE
  const texts = catalogues.get(known) ?? textsMadeFor(known)
  catalogues.set(known, texts)
  return texts
}

const catalogues = new Map<Locale, Texts>()

function textsMadeFor(locale: Locale): Texts {
  const sisters = LOCALES.filter(each => each !== locale && each.slice(0, 2) === locale.slice(0, 2))
  const messages = Object.assign({}, ...[DEFAULT_LOCALE, ...sisters, locale].map(each => read(each)))
  const intl = createIntl({ locale, messages })
  return (id, values) => String(intl.formatMessage({ id }, values))
}

function read(locale: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`../../../../locales/${locale}.json`, import.meta.url), 'utf8'))
}
