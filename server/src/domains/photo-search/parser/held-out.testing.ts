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
  /** From January; from Monday; from spring. */
  months: string
  weekdays: string
  seasons: string
  /** Abbreviated months, with their numbers. */
  shortMonths: string
  /** Munich, Köln, Vienna, Zürich, Copenhagen, Paris, Malmö, Málaga. */
  towns: string
  /** M, N: months; Y, Z: years; D, E: days; S: season; P: town. */
  monthOfYear: readonly string[]
  dayOfMonth: readonly string[]
  dayOfYear: readonly string[]
  months_: readonly string[]
  monthsOfAnyYear: readonly string[]
  monthsAcrossYears: readonly string[]
  days: readonly string[]
  years: readonly string[]
  seasonOfYear: readonly string[]
  monthInTown: readonly string[]
  seasonInTown: readonly string[]
  /** An album, one that begins with a season, and a product. */
  album: string
  seasonAlbum: string
  product: string
  /** Filters by their phrases; the last ones have other shapes, and were written after the parser had learned the first. */
  numericDates: Record<string, string>
  phrases: Record<string, string>
  morePhrases: Record<string, string>
}

const readLanguage = (locale: Locale): Language =>
  JSON.parse(readFileSync(new URL(`./held-out/${locale.slice(0, 2)}.json`, import.meta.url), 'utf8'))

/** Filters that all languages have a phrase for. */
const ALBUM_FILTER = `album=${ALBUM}`

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

/** Lists the album, season album and product of the customer in the language of a locale. */
export function nameThings(locale: Locale): Pick<Language, 'album' | 'seasonAlbum' | 'product'> {
  return readLanguage(locale)
}

const pad = (number: number) => String(number).padStart(2, '0')
const list = (words: string) => words.split(/\s+/).filter(Boolean)

/** Lists the phrases of a locale with their filters. */
export function listHeldOut(locale: Locale): HeldOut[] {
  const language = readLanguage(locale)
  const [months, weekdays, seasons] = [language.months, language.weekdays, language.seasons].map(list) as [
    string[],
    string[],
    string[],
  ]
  const towns = list(language.towns).map((name, i) => [name.replaceAll('-', ' '), TOWNS[i]!.placeId] as const)
  const fill = (template: string, slots: Record<string, string | number>) =>
    template.replaceAll(/(?<![\p{L}\p{N}])[MNYZDESP](?![\p{L}])|(?<![\p{L}\p{N}])D(?=th|e\b)/gu, slot =>
      String(slots[slot] ?? slot),
    )
  const repeat = <T>(templates: readonly string[], count: number, make: (template: string, i: number) => T) =>
    Array.from({ length: count }, (_, i) => make(templates[i % templates.length]!, i))
  const toRange = (season: number, year: number) =>
    season === 3
      ? `${year}-12..${year + 1}-02`
      : `${year}-${pad(3 + season * 3)}..${year}-${pad(5 + season * 3)}`
  const generated: HeldOut[] = [
    ...repeat(
      language.monthOfYear,
      12,
      (template, i): HeldOut => [
        fill(template, { M: months[i]!, Y: 2012 + i }),
        `date=${2012 + i}-${pad(i + 1)}`,
      ],
    ),
    ...list(language.shortMonths).map((text): HeldOut => {
      const [, name, month] = /^(\D+)(\d+)$/.exec(text)!
      return [`${name} 2018`, `date=2018-${pad(Number(month))}`]
    }),
    ...repeat(language.dayOfMonth, 4, (template, i): HeldOut => {
      const [month, day] = [3 * i, 5 + 4 * i]
      const text = `${pad(month + 1)}-${pad(day)}`
      return [fill(template, { D: day, M: months[month]! }), `days=${text}..${text}`]
    }),
    ...repeat(language.dayOfYear, 8, (template, i): HeldOut => {
      const [month, day] = [11 - i, 4 + 3 * (i % 2)]
      return [
        fill(template, { D: day, M: months[month]!, Y: 2015 + i }),
        `date=${2015 + i}-${pad(month + 1)}-${pad(day)}`,
      ]
    }),
    ...Object.entries(language.numericDates),
    ...repeat(
      language.months_,
      6,
      (template, i): HeldOut => [
        fill(template, { M: months[i]!, N: months[i + 3]!, Y: 2016 + i }),
        `date=${2016 + i}-${pad(i + 1)}..${2016 + i}-${pad(i + 4)}`,
      ],
    ),
    ...repeat(
      language.monthsOfAnyYear,
      2,
      (template, i): HeldOut => [
        fill(template, { M: months[4 + i]!, N: months[6 + i]! }),
        `days=${pad(5 + i)}-01..${pad(7 + i)}-31`,
      ],
    ),
    ...repeat(
      language.monthsAcrossYears,
      3,
      (template, i): HeldOut => [
        fill(template, { M: months[9 + i]!, N: months[i]!, Y: 2020, Z: 2021 + i }),
        `date=2020-${10 + i}..${2021 + i}-${pad(i + 1)}`,
      ],
    ),
    ...repeat(
      language.days,
      4,
      (template, i): HeldOut => [
        fill(template, { D: 3 + i, E: 12 + i, M: months[2 * i]!, Y: 2023 }),
        `date=2023-${pad(2 * i + 1)}-${pad(3 + i)}..2023-${pad(2 * i + 1)}-${12 + i}`,
      ],
    ),
    ...repeat(
      language.years,
      3,
      (template, i): HeldOut => [
        fill(template, { Y: 2010 + i, Z: 2014 + 2 * i }),
        `date=${2010 + i}..${2014 + 2 * i}`,
      ],
    ),
    ...repeat(
      language.seasonOfYear,
      4,
      (template, i): HeldOut => [
        fill(template, { S: seasons[i]!, Y: 2019 + i }),
        `date=${toRange(i, 2019 + i)}`,
      ],
    ),
    ...weekdays.map(
      (name, i): HeldOut => [name, `days=${['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'][i]}`],
    ),
    ...towns.map(([name, id]): HeldOut => [name, `place=${id}`]),
    ...repeat(
      language.monthInTown,
      4,
      (template, i): HeldOut => [
        fill(template, { P: towns[2 * i]![0], M: months[3 * i + 1]!, Y: 2022 }),
        `date=2022-${pad(3 * i + 2)}&place=${towns[2 * i]![1]}`,
      ],
    ),
    ...repeat(
      language.seasonInTown,
      4,
      (template, i): HeldOut => [
        fill(template, { P: towns[2 * i + 1]![0], S: seasons[i]!, Y: 2021 }),
        `date=${toRange(i, 2021)}&place=${towns[2 * i + 1]![1]}`,
      ],
    ),
    [language.album, ALBUM_FILTER],
    [`${language.album} 2023`, `date=2023&${ALBUM_FILTER}`],
    [language.seasonAlbum, `album=${SEASON_ALBUM}`],
    [language.product, 'product=P-1'],
    [`${language.product} canon`, 'camera=1&camera=2&product=P-1'],
  ]
  const written = Object.entries(language.phrases)
  return [...[...generated, ...written].map(vary), ...(OF_LOCALES[locale] ?? []), ...EVERYWHERE]
}

/** Lists phrases that were written later, with their filters. */
export const listMoreHeldOut = (locale: Locale): HeldOut[] => Object.entries(readLanguage(locale).morePhrases)

/** Some are typed in capitals, in small letters, or without accents. */
function vary([phrase, filter]: HeldOut, i: number): HeldOut {
  if (i % 7 === 3) return [phrase.toUpperCase(), filter]
  if (i % 7 === 5) return [phrase.toLowerCase(), filter]
  return i % 7 === 6 ? [phrase.normalize('NFD').replaceAll(/\p{M}/gu, ''), filter] : [phrase, filter]
}
