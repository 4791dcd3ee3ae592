import { describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { formatFilter, isDaysValue } from '#contract/filter-query.ts'
import { photoFilter } from '#contract/photo-filter.ts'
import { labelFilterValue, listFeasts, listWords } from '#locales/filter-labels.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import type { Facet } from '../facets.ts'
import { parseSearch } from './parse-search.ts'
import { getVocabulary, SEARCH_WORDS } from './words.ts'

const FACETS: readonly Facet[] = [
  { field: 'album', value: '0198c0de-0000-4000-8000-000000000001', label: 'Amsterdam weekend' },
  { field: 'product', value: 'P-1', label: 'Our year 2023' },
  { field: 'camera', value: '1', label: 'Canon EOS R5' },
  { field: 'camera', value: '2', label: 'Canon EOS 5D' },
  { field: 'camera', value: '3', label: 'Apple iPhone 12' },
]

const parse = (text: string, locale: Locale = 'en-GB') =>
  parseSearch(text, { locale, today: '2026-11-26', facets: FACETS })

const read = (text: string, locale?: Locale) =>
  decodeURIComponent(formatFilter(parse(text, locale).filter)).replaceAll('+', ' ')

test.each([
  ['2026-01-31', '2025-12..2026-02'],
  ['2026-02-28', '2025-12..2026-02'],
  ['2026-03-01', '2026-12..2027-02'],
])('NX-204 this winter is on %s that of %s', (today, date) => {
  const { filter } = parseSearch('this winter', { locale: 'en-GB', today, facets: FACETS })
  expect(filter).toEqual({ date: [date] })
})

describe('NX-204 a search text becomes a filter', () => {
  test.each<[string, string, Locale?]>([
    ['July 2024', 'date=2024-07'],
    ['summer 2023', 'date=2023-06..2023-08'],
    ['winter 2025', 'date=2025-12..2026-02'],
    ['Christmas', 'days=christmas'],
    ['christmas 2025', 'date=2025-12-24..2025-12-26'],
    ['Sunday', 'days=sun'],
    ['last year', 'date=2025'],
    ['last summer', 'date=2026-06..2026-08'],
    ['last winter', 'date=2025-12..2026-02'],
    ['yesterday', 'date=2026-11-25'],
    ['July and August 2022', 'date=2022-07&date=2022-08'],
    ['December and January 2022', 'date=2021-12&date=2022-01'],
    ['summer and autumn 2021', 'date=2021-06..2021-08&date=2021-09..2021-11'],
    ['3 and 4 May 2022', 'date=2022-05-03&date=2022-05-04'],
    ['29 February and 3 March 2023', 'date=2023-03-03&days=02-29..02-29'],
    ['3 and 4 May', 'days=05-03..05-03&days=05-04..05-04'],
    ['before 2015', 'date=..2014'],
    ['after March 2020', 'date=2020-04..'],
    ['before 24.12.2020', 'date=..2020-12-23'],
    ['photos before the wedding', 'name=photos before the wedding'],
    ['this summer', 'date=2026-06..2026-08'],
    ['all photos of 2018', 'date=2018'],
    ['photos taken with Canon EOS R5', 'camera=1'],
    ['Bilder vom letzten Jahr', 'date=2025', 'de-DE'],
    ['Juli und August 2022', 'date=2022-07&date=2022-08', 'de-DE'],
    ['nach März 2020', 'date=2020-04..', 'de-DE'],
    ['cet été', 'date=2026-06..2026-08', 'fr-FR'],
    ['avant 2015', 'date=..2014', 'fr-FR'],
    ['después de marzo de 2020', 'date=2020-04..', 'es-ES'],
    ['domeniche di giugno', 'days=06-01..06-30&days=sun', 'it-IT'],
    ['bilder fra i fjor', 'date=2025', 'nb-NO'],
    ['aldrig utskrivna', 'printed=never', 'sv-SE'],
    ['3 May', 'days=05-03..05-03'],
    ['May 3rd, 2024', 'date=2024-05-03'],
    ['the 3rd of May 2024', 'date=2024-05-03'],
    ['2019', 'date=2019'],
    ['2019-2021', 'date=2019..2021'],
    ['2019-9999', 'name=2019-9999'],
    ['9999-12', 'name=9999-12'],
    ['0500-0600', 'name=0500-0600'],
    ['scan 1234-5678', 'name=scan 1234-5678'],
    ['12/2029', 'name=12/2029'],
    ['2024-07-03', 'date=2024-07-03'],
    ['3.7.2024', 'date=2024-07-03'],
    ['7/2024', 'date=2024-07'],
    ['3/7/24', 'date=2024-07-03'],
    ['July', 'days=07-01..07-31'],
    ['july summer 2023', 'date=2023-06..2023-08&days=07-01..07-31'],
    ['amsterdam weekend', 'album=0198c0de-0000-4000-8000-000000000001'],
    ['Our year 2023', 'product=P-1'],
    ['iphone 12', 'camera=3'],
    ['canon', 'camera=1&camera=2'],
    ['canon eos r5, landscape', 'camera=1&shape=landscape'],
    ['never printed 2024', 'date=2024&printed=never'],
    ['without a date', 'undated=true'],
    ['opa garden', 'name=opa garden'],
    ['"opa garden" sunday', 'days=sun&name="opa garden"'],
    ['IMG_0042.jpg', 'name=IMG 0042 jpg'],
    ['31 February', 'days=02-01..02-29&name=31'],
    ['Juli 2024', 'date=2024-07', 'de-DE'],
    ['letzten Sommer', 'date=2026-06..2026-08', 'de-DE'],
    ['3. Mai', 'days=05-03..05-03', 'de-DE'],
    ['Querformat Weihnachten', 'days=christmas&shape=landscape', 'de-AT'],
    ['3 de mayo de 2024', 'date=2024-05-03', 'es-ES'],
    ['1er août 2023', 'date=2023-08-01', 'fr-FR'],
    ['été 2023', 'date=2023-06..2023-08', 'fr-BE'],
    ['ete 2023', 'date=2023-06..2023-08', 'fr-BE'],
    ['i fjor sommer', 'date=2026-06..2026-08', 'nb-NO'],
    ['summer 2023', 'date=2023-06..2023-08', 'sv-SE'],
    ['12', 'name=12', 'pt-PT'],
    ['opa in the garden', 'name=opa in the garden'],
    ['May - 3 June 2023', 'date=2023-05..2023-06-03'],
    ['3-May', 'days=05-03..05-03'],
    ['July to June 2023', 'date=2022-07..2023-06'],
    ['12 to 3 May', 'days=05-03..05-03&name=12 to'],
    ['since May', 'date=2026-05..'],
    ['to 2015', 'date=2015&name=to'],
    ['christmas to easter', 'days=christmas&days=easter&name=to'],
  ])('%s is %s', (text, filter, locale) => {
    expect(read(text, locale)).toBe(filter)
  })

  test.each<[string, string, Locale?]>([
    ['between Christmas and New Year 2019', 'date=2019-12-24..2020-01-01'],
    ['from mid june to end of july 2019', 'date=2019-06-11..2019-07-31'],
    ['early june and late july 2019', 'date=2019-06-01..2019-06-10&date=2019-07-21..2019-07-31'],
    ['end of winter', 'days=02-01..02-29'],
    ['mid winter', 'days=01-01..01-31'],
    ['late february 2023', 'date=2023-02-21..2023-02-28'],
    ['start of the year 2021', 'date=2021-01..2021-04'],
    ['early 2000s', 'date=2000..2003'],
    ['late 80s', 'date=1987..1989'],
    ['a month ago', 'date=2026-10'],
    ['last 3 months', 'date=2026-08-26..2026-11-26'],
    ['the day after christmas 2019', 'date=2019-12-27'],
    ['the month before 3 May 2020', 'date=2020-04-03..2020-05-02'],
    ['since Easter', 'date=2026-04-03..'],
    ['since Christmas', 'date=2025-12-24..'],
    ['this Easter', 'date=2026-04-03..2026-04-06'],
    ['whitsun', 'days=easter49..50'],
    ['june 24', 'days=06-24..06-24'],
    ['24 june 98', 'date=1998-06-24'],
    ['oma 80 christmas', 'days=christmas&name=oma 80'],
    ['winter 2017-18', 'date=2017-12..2018-02'],
    ['jul 24', 'date=2024-12-24..2024-12-26', 'da-DK'],
    ['24. jul 2024', 'date=2024-07-24', 'da-DK'],
    ['firserne', 'date=1980..1989', 'da-DK'],
    ['fars dag 2022', 'date=2022-06-05', 'da-DK'],
    ['Vatertag 2022', 'date=2022-05-26', 'de-DE'],
    ['Vatertag 2022', 'date=2022-06-12', 'de-AT'],
    ['Achtzigerjahre', 'date=1980..1989', 'de-DE'],
    ['los 80', 'date=1980..1989', 'es-ES'],
    ['fin de año 2019', 'date=2019-12-31..2020-01-01', 'es-ES'],
    ['día de la madre 2021', 'date=2021-05-02', 'es-ES'],
    ['années quatre-vingt-dix', 'date=1990..1999', 'fr-FR'],
    ['fête des mères 2020', 'date=2020-06-07', 'fr-FR'],
    ['fête des mères 2021', 'date=2021-05-30', 'fr-FR'],
    ['fête des mères 2021', 'date=2021-05-09', 'fr-BE'],
    ['l’altro ieri', 'date=2026-11-24', 'it-IT'],
    ['dalla scorsa estate', 'date=2026-06..', 'it-IT'],
    ['Sinterklaas 2022', 'date=2022-12-05', 'nl-NL'],
    ['Sinterklaas 2022', 'date=2022-12-06', 'nl-BE'],
    ['half juli', 'days=07-11..07-20', 'nl-NL'],
    ['17. mai 2021', 'date=2021-05-17', 'nb-NO'],
    ['siste 10 dagene', 'date=2026-11-16..2026-11-26', 'nb-NO'],
    ['desde a Páscoa 2024', 'date=2024-03-29..', 'pt-PT'],
    ['midsommar 2021', 'date=2021-06-25', 'sv-SE'],
    ['mors dag 2021', 'date=2021-05-30', 'sv-SE'],
  ])('RV-1143 %s is %s', (text, filter, locale) => {
    expect(read(text, locale)).toBe(filter)
  })

  test.each(LOCALES)('RV-1143 %s: each feast has days that exist, and a label', locale => {
    const texts = getTranslator(locale)
    for (const { value, words } of listFeasts(texts('search.feasts'))) {
      expect({ value, isValid: isDaysValue(value) }).toEqual({ value, isValid: true })
      for (const word of words)
        expect({ word, is: read(word, locale) }).toEqual({ word, is: `days=${value}` })
      expect(labelFilterValue(locale, texts, () => undefined, ['days', value])).not.toMatch(/easter|\.\d\d-/)
    }
  })

  test.each(['es-ES', 'it-IT'] as const)('in %s mar is March, and Tuesday the alternative', locale => {
    const [phrase] = parse('mar', locale).phrases
    expect(phrase!.meanings.slice(0, 2)).toEqual([
      { field: 'days', value: '03-01..03-31' },
      { field: 'days', value: 'tue' },
    ])
  })

  test.each(LOCALES)('%s: each of its words is understood, also in capitals and without accents', locale => {
    for (const word of SEARCH_WORDS)
      for (const text of listWords(getTranslator(locale)(`search.word.${word}`)))
        for (const typed of [text, text.toUpperCase(), text.normalize('NFD').replaceAll(/\p{M}/gu, '')]) {
          const { phrases, rest } = parse(typed, locale)
          expect({ typed, phrases: phrases.length, rest }).toEqual({ typed, phrases: 1, rest: [] })
        }
    for (const word of getVocabulary(locale).keys())
      expect({ word, rest: parse(word, locale).rest }).toEqual({ word, rest: [] })
  })

  test.each(LOCALES)('%s: each month and weekday as Intl writes it', locale => {
    for (let month = 0; month < 12; month++) {
      const time = Date.UTC(2024, month, 15)
      const format = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(time)
      const number = String(month + 1).padStart(2, '0')
      expect(read(format({ month: 'long', year: 'numeric' }), locale)).toBe(`date=2024-${number}`)
      expect(read(format({ day: 'numeric', month: 'long', year: 'numeric' }), locale)).toBe(
        `date=2024-${number}-15`,
      )
      expect(read(format({ day: 'numeric', month: 'long' }), locale)).toBe(`days=${number}-15..${number}-15`)
    }
    for (const [i, day] of ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].entries())
      expect(
        read(
          new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' }).format(
            Date.UTC(2024, 0, 1 + i),
          ),
          locale,
        ),
      ).toBe(`days=${day}`)
  })

  test('every filter that it makes is valid, whatever is typed', () => {
    for (const text of [
      '"',
      '""',
      '((',
      '%',
      '31/13/2024',
      '2024-99',
      '9999',
      '2019-9999',
      '9999-12',
      '0500-0600',
      '1234-5678',
      'canon mon tue wed thu fri sat sun christmas easter weekend',
      '0000',
      'a b c d e f g h',
      '“x',
      '\u0301',
      '٣ مايو',
    ])
      expect({ text, ok: photoFilter.safeParse(parse(text).filter).success }).toEqual({ text, ok: true })
  })
})
