import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { formatFilter, type PhotoFilter, readFilter } from '#contract/filter-query.ts'
import { photoFilter } from '#contract/photo-filter.ts'
import { createPlaceFacets, type Facet } from '../facets.ts'
import { parseSearch } from './parse-search.ts'

/*
 * Phrases as customers type them, with the filter that they mean, written without asking the parser (NX-204): a file for each
 * language in held-out/. Today is Thursday, 26 November 2026.
 */

const TODAY = '2026-11-26'

/** Towns whose photos the customer has, by GeoNames id and name. */
const TOWNS = [
  { placeId: 2867714, name: 'Munich', country: 'DE' },
  { placeId: 2886242, name: 'Köln', country: 'DE' },
  { placeId: 2761369, name: 'Vienna', country: 'AT' },
  { placeId: 2657896, name: 'Zürich', country: 'CH' },
  { placeId: 2618425, name: 'Copenhagen', country: 'DK' },
  { placeId: 2988507, name: 'Paris', country: 'FR' },
  { placeId: 2692969, name: 'Malmö', country: 'SE' },
  { placeId: 2514256, name: 'Málaga', country: 'ES' },
]

const ALBUM = '0198c0de-0000-4000-8000-000000000001'
const SEASON_ALBUM = '0198c0de-0000-4000-8000-000000000002'

/** A phrase and the query of its filter. */
type HeldOut = readonly [phrase: string, filter: string]

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

const readLanguage = (locale: Locale): Language =>
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
const listHeldOut = (locale: Locale): HeldOut[] => [
  ...Object.entries(readLanguage(locale).phrases),
  ...(OF_LOCALES[locale] ?? []),
  ...EVERYWHERE,
]

/** Lists phrases that were written later, with their filters. */
const listMoreHeldOut = (locale: Locale): HeldOut[] => Object.entries(readLanguage(locale).morePhrases)

/** Share of the phrases of a locale that are understood. */
const SHARE_MIN = 0.95

function createFacets(locale: Locale): Facet[] {
  const { album, seasonAlbum, product } = readLanguage(locale)
  const italy = { placeId: 1, name: 'A town in Italy', country: 'IT' }
  return [
    ...createPlaceFacets([...TOWNS, italy], locale),
    { field: 'album', value: ALBUM, label: album },
    { field: 'album', value: SEASON_ALBUM, label: seasonAlbum },
    { field: 'product', value: 'P-1', label: product },
    { field: 'camera', value: '1', label: 'Canon EOS R5' },
    { field: 'camera', value: '2', label: 'Canon EOS 5D' },
    { field: 'camera', value: '3', label: 'Apple iPhone 12' },
  ]
}

const describeFilter = (filter: PhotoFilter) =>
  formatFilter(
    Object.fromEntries(
      Object.entries(filter).map(([field, value]) => [
        field,
        Array.isArray(value) ? value.toSorted() : value,
      ]),
    ),
  )

/** Lists the phrases of which the filter is another one than is meant. */
function findWrong(locale: Locale, phrases: readonly HeldOut[]) {
  const facets = createFacets(locale)
  return phrases.flatMap(([phrase, expected]) => {
    const { filter } = parseSearch(phrase, { locale, today: TODAY, facets })
    expect({ phrase, isValid: photoFilter.safeParse(filter).success }).toEqual({ phrase, isValid: true })
    const [is, isMeant] = [filter, readFilter(expected)].map(describeFilter)
    return is === isMeant ? [] : [{ phrase, is: decodeURIComponent(is!), isMeant: expected }]
  })
}

describe.each([
  ['of patterns', listHeldOut, 100],
  ['of other shapes', listMoreHeldOut, 20],
] as const)('NX-204 held-out phrases %s are understood', (_, list, count) => {
  test.each(LOCALES)('%s', locale => {
    const phrases = list(locale)
    expect(phrases.length).toBeGreaterThanOrEqual(count)
    const wrong = findWrong(locale, phrases)
    const share = 1 - wrong.length / phrases.length
    expect(share, JSON.stringify(wrong, null, 2)).toBeGreaterThanOrEqual(SHARE_MIN)
  })
})
