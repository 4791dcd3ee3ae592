import type { Locale } from '#contract/brands.ts'
import { normalizePhotoName } from '#contract/filter-query.ts'
import { listFeasts, listWords } from '#locales/filter-labels.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { getTexts } from './small-words.ts'

/** What a word, or several, mean. */
export type Meaning =
  | { kind: 'month'; month: number }
  | { kind: 'weekday'; weekday: number }
  /** Days of each year, as a value of the field `days`. */
  | { kind: 'feast'; value: string }
  | { kind: 'word'; word: SearchWord }

/** Words of the catalogues, `search.word.*`. */
export const SEARCH_WORDS = [
  'christmas',
  'new-year',
  'new-years-eve',
  'easter',
  'weekend',
  'spring',
  'summer',
  'autumn',
  'winter',
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'last-weekend',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
  'last-spring',
  'last-summer',
  'last-autumn',
  'last-winter',
  'undated',
  'printed',
  'never-printed',
  'landscape',
  'upright',
  'square',
  'panorama',
  'screenshot',
] as const
export type SearchWord = (typeof SEARCH_WORDS)[number]

/** Meanings by normalized words, the first one the likeliest. */
export type Vocabulary = ReadonlyMap<string, readonly Meaning[]>

/**
 * Returns the words of a locale and of English. Words of the catalogue precede months: 'jul' is Christmas in Danish, and July the
 * alternative; months precede weekdays: 'mar' is March in Spanish, and Tuesday the alternative.
 */
export function getVocabulary(locale: Locale): Vocabulary {
  const known = vocabularies.get(locale)
  if (known) return known
  const vocabulary = createVocabulary(locale)
  vocabularies.set(locale, vocabulary)
  return vocabulary
}

const vocabularies = new Map<Locale, Vocabulary>()

function createVocabulary(locale: Locale): Vocabulary {
  const vocabulary = new Map<string, Meaning[]>()
  const add = (text: string, meaning: Meaning) => {
    for (const spelling of listSpellings(text)) addWord(normalizePhotoName(spelling), meaning)
  }
  const addWord = (word: string, meaning: Meaning) => {
    const meanings = vocabulary.get(word) ?? []
    if (!meanings.some(each => JSON.stringify(each) === JSON.stringify(meaning))) meanings.push(meaning)
    vocabulary.set(word, meanings)
  }
  const locales = [locale, 'en-GB'] as const
  for (const each of locales)
    for (const { value, words } of listFeasts(getTranslator(each)('search.feasts')))
      for (const word of words) add(word, { kind: 'feast', value })
  for (const [text, meaning] of Object.entries(getTexts(locale).typed)) add(text, meaning as Meaning)
  // Austria's January is 'Jänner', but not for all.
  const language = locale.slice(0, 2)
  const languages = [locale, language, 'en-GB']
  for (const each of locales)
    for (const word of SEARCH_WORDS)
      for (const text of listWords(getTranslator(each)(`search.word.${word}`)))
        add(text, { kind: 'word', word })
  for (const each of languages)
    for (const [text, month] of listNames(each, MONTHS, 'month')) add(text, { kind: 'month', month })
  for (const each of languages)
    for (const [text, weekday] of listNames(each, WEEKDAYS, 'weekday'))
      add(text, { kind: 'weekday', weekday })
  for (const each of [language, 'en'])
    for (const [name, weekday] of listNames(each, WEEKDAYS, 'weekday', ['long']))
      for (const text of listOtherForms(name, each)) add(text, { kind: 'weekday', weekday })
  return vocabulary
}

/** Other forms of weekdays: 'Sundays', 'sonntags', 'i søndags', 'sexta'. */
function listOtherForms(name: string, language: string): string[] {
  const short = name.replace(/-feira$/, '')
  const names = [...new Set([name, short, ...(name === 'Samstag' ? ['Sonnabend'] : [])])]
  return names.flatMap(each => ['', ...getTexts(language).endings.split('|')].map(ending => each + ending))
}

/** Lists how a name is typed where signs are missing: 'Muenchen', 'Kobenhavn', 'Koebenhavn', 'Mothers Day'. */
export function listSpellings(text: string): string[] {
  const composed = text.normalize('NFC')
  const replace = (letters: Readonly<Record<string, string>>) =>
    composed.replaceAll(/[äöüåøæœ]/giu, letter => letters[letter.toLowerCase()] ?? letter)
  return [
    ...new Set([
      text,
      replace({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' }),
      replace({ ø: 'o', æ: 'ae', œ: 'oe' }),
      text.replaceAll(/['’]/g, ''),
    ]),
  ]
}

const MONTHS = Array.from({ length: 12 }, (_, i) => ({ value: i + 1, time: Date.UTC(2024, i, 15) }))
/** 1 January 2024 was a Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, i) => ({ value: i, time: Date.UTC(2024, 0, 1 + i) }))

/** Names as they stand alone and beside a day, which differ in some languages. */
function* listNames(
  locale: string,
  values: readonly { value: number; time: number }[],
  field: 'month' | 'weekday',
  styles: readonly ('long' | 'short')[] = ['long', 'short'],
): Generator<[string, number]> {
  for (const style of styles)
    for (const extra of [{}, { day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', [field]: style, ...extra })
      for (const { value, time } of values) {
        const name = format.formatToParts(time).find(part => part.type === field)?.value
        // Portuguese writes the number of the month beside a day.
        if (name && !/\d/.test(name)) yield [name, value]
      }
    }
}
