import { describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { formatFilter, type PhotoFilter, readFilter } from '#contract/filter-query.ts'
import { photoFilter } from '#contract/photo-filter.ts'
import { createPlaceFacets, type Facet } from '../facets.ts'
import {
  ALBUM,
  type HeldOut,
  listHeldOut,
  listMoreHeldOut,
  readLanguage,
  SEASON_ALBUM,
  TODAY,
  TOWNS,
} from './held-out.testing.ts'
import { parseSearch } from './parse-search.ts'

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
