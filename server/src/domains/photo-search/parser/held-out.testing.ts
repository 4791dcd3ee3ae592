import { readFileSync } from 'node:fs'
import type { Locale } from '#contract/brands.ts'

/*
 * Phrases as customers type them, with the filter that they mean, written without asking the parser (NX-204): a file for each
 * language in held-out/. Today is Thursday, 26 November 2026.
 */

export const TODAY = '2026-11-26'

/** Towns whose photos the customer has, by GeoNames id and name. */
export const TOWNS = [
  { placeId: 2867714, name: 'Munich', country: 'DE' },
  { placeId: 2886242, name: 'Köln', country: 'DE' },
  { placeId: 2761369, name: 'Vienna', country: 'AT' },
  { placeId: 2657896, name: 'Zürich', country: 'CH' },
  { placeId: 2618425, name: 'Copenhagen', country: 'DK' },
  { placeId: 2988507, name: 'Paris', country: 'FR' },
  { placeId: 2692969, name: 'Malmö', country: 'SE' },
  { placeId: 2514256, name: 'Málaga', country: 'ES' },
]

export const ALBUM = '0198c0de-0000-4000-8000-000000000001'
export const SEASON_ALBUM = '0198c0de-0000-4000-8000-000000000002'

/** A phrase and the query of its filter. */
export type HeldOut = readonly [phrase: string, filter: string]

interface Language {
  /** An album, one that begins with a season, and a product of the customer. */
  album: string
  seasonAlbum: string
  product: string
  /** Filters by their phrases: months, days, seasons, towns, things and feasts; some in capitals, or without accents. */
  phrases: Record<string, string>
  /** Filters of phrases in other shapes, which were written after the parser had learned the first. */
  morePhrases: Record<string, string>
}

export const readLanguage = (locale: Locale): Language =>
  JSON.parse(readFileSync(new URL(`./held-out/${locale.slice(0, 2)}.json`, import.meta.url), 'utf8'))

/** Phrases of countries whose language others speak differently. */
const OF_LOCALES: Partial<Record<Locale, readonly HeldOut[]>> = {
  'de-AT': [
    ['Jänner 2024', 'date=2024-01'],
    ['3. Jänner', 'days=01-03..01-03'],
    ['jaenner 2024', 'date=2024-01'],
  ],
}

/** Phrases that are written alike everywhere. */
const EVERYWHERE: readonly HeldOut[] = [
  ['2019', 'date=2019'],
  ['2019 2021', 'date=2019&date=2021'],
  ['canon', 'camera=1&camera=2'],
  ['Canon EOS R5', 'camera=1'],
  ['iphone 12', 'camera=3'],
  ['CANON 2023', 'date=2023&camera=1&camera=2'],
  ['IMG_4711', 'name=IMG 4711'],
  ['DSC01234.JPG', 'name=DSC01234 JPG'],
  ['"IMG 47"', 'name="IMG 47"'],
  ['WhatsApp 2024', 'date=2024&name=WhatsApp'],
  ['oma 80', 'name=oma 80'],
]

/** Lists the phrases of a locale with their filters. */
export const listHeldOut = (locale: Locale): HeldOut[] => [
  ...Object.entries(readLanguage(locale).phrases),
  ...(OF_LOCALES[locale] ?? []),
  ...EVERYWHERE,
]

/** Lists phrases that were written later, with their filters. */
export const listMoreHeldOut = (locale: Locale): HeldOut[] => Object.entries(readLanguage(locale).morePhrases)
