import { readFileSync } from 'node:fs'
import type { Brand } from '#contract/brands.ts'
import { formatMoney } from '#locales/money-format.ts'
import type en from './en.json'

const LANGUAGES = ['da', 'de', 'en', 'es', 'fr', 'it', 'nb', 'nl', 'pt', 'sv']

export type TextId = keyof typeof en
type PluralTextId = TextId extends infer Id ? (Id extends `${infer Plural}.one` ? Plural : never) : never

/** Texts and formats of one brand, in its language. */
export type Texts = ReturnType<typeof getTexts>

const CATALOGUES = new Map(
  LANGUAGES.map(language => {
    const json = readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')
    return [language, JSON.parse(json) as Record<TextId, string>]
  }),
)

export function getTexts({ locale, timeZone }: Pick<Brand, 'locale' | 'timeZone'>) {
  const catalogue = CATALOGUES.get(locale.slice(0, 2))
  if (!catalogue) throw new Error(`The shop has no texts for ${locale}`)
  const pluralRules = new Intl.PluralRules(locale)
  const number = (value: number) => value.toLocaleString(locale)
  const text = (id: TextId, values: Record<string, string | number> = {}): string =>
    catalogue[id].replace(/\{([\w-]+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`The text ${id} needs ${name}`)
      return typeof value === 'number' ? number(value) : value
    })
  return {
    /** BCP 47 tag of texts, numbers and dates. */
    locale,
    text,
    number,
    /** The text in the plural form for the count. */
    plural: (id: PluralTextId, count: number) =>
      text(`${id}.${pluralRules.select(count) === 'one' ? 'one' : 'other'}`, { count }),
    /** A price given in minor units. */
    price: (minorUnits: number, currency: string) => formatMoney(locale, minorUnits, currency),
    /** Date in the brand's time zone. */
    date: (instant: string) => new Date(instant).toLocaleDateString(locale, { dateStyle: 'long', timeZone }),
    /** Date and time in the brand's time zone. */
    dateTime: (instant: string) =>
      new Date(instant).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }),
    countryName: (code: string) => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code,
  }
}
