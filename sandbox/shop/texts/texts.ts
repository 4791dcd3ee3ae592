import type { Brand } from '#contract/brands.ts'
import { formatMoney } from '#locales/money-format.ts'
import da from './da.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import nb from './nb.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import sv from './sv.json' with { type: 'json' }

type PluralTextId =
  | 'book.empty'
  | 'book.low'
  | 'book.pages'
  | 'editor.count'
  | 'editor.gone'
  | 'summary.prints'
  | 'summary.low'
export type TextId = keyof typeof en

/** Texts and formats of one brand, in its language. */
export interface Texts {
  /** BCP 47 tag of texts, numbers and dates. */
  locale: string
  text(id: TextId, values?: Record<string, string | number>): string
  /** The text in the plural form for the count. */
  plural(id: PluralTextId, count: number): string
  number(value: number): string
  /** A price given in minor units. */
  price(minorUnits: number, currency: string): string
  /** Date in the brand's time zone. */
  date(instant: string): string
  /** Date and time in the brand's time zone. */
  dateTime(instant: string): string
  countryName(code: string): string
}

const CATALOGUE_BY_LANGUAGE: Record<string, Record<TextId, string>> = {
  da,
  de,
  en,
  es,
  fr,
  it,
  nb,
  nl,
  pt,
  sv,
}

export function getTexts({ locale, timeZone }: Pick<Brand, 'locale' | 'timeZone'>): Texts {
  const catalogue = CATALOGUE_BY_LANGUAGE[locale.slice(0, 2)]
  if (!catalogue) throw new Error(`The shop has no texts for ${locale}`)
  const pluralRules = new Intl.PluralRules(locale)
  const number = (value: number) => value.toLocaleString(locale)
  const text: Texts['text'] = (id, values = {}) =>
    catalogue[id].replace(/\{([\w-]+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`The text ${id} needs ${name}`)
      return typeof value === 'number' ? number(value) : value
    })
  return {
    locale,
    text,
    number,
    plural: (id, count) => text(`${id}.${pluralRules.select(count) === 'one' ? 'one' : 'other'}`, { count }),
    price: (minorUnits, currency) => formatMoney(locale, minorUnits, currency),
    date: instant => new Date(instant).toLocaleDateString(locale, { dateStyle: 'long', timeZone }),
    dateTime: instant =>
      new Date(instant).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }),
    countryName: code => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code,
  }
}
