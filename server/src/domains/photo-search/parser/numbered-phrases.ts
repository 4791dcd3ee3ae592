import type { Locale } from '#contract/brands.ts'
import { isDateValue, normalizePhotoName } from '#contract/filter-query.ts'
import { addDays, findWeek, isYear, type Today, type TokenMatch, toMonth } from './date-phrases.ts'
import { getSmallWords, getTexts } from './small-words.ts'
import { endOf } from './thirds.ts'
import type { Token } from './tokens.ts'

const UNITS = ['day', 'week', 'month', 'year'] as const
type Unit = (typeof UNITS)[number]

/** What a phrase means in which '#' stands for a number, or the number where it has none. */
type Pattern =
  | { kind: 'ago' | 'last'; unit: Unit; number?: number }
  | { kind: 'decade'; unit?: undefined; number?: number }

/** Finds 'two weeks ago', 'last 10 days', 'the day before yesterday' and 'the nineties' at the beginning of the tokens. */
export function matchNumbered(tokens: readonly Token[], locale: Locale, today: Today): TokenMatch | null {
  const { patterns, numbers } = getPatterns(locale)
  for (let length = Math.min(TOKENS_MAX, tokens.length); length > 0; length--) {
    const matched = tokens.slice(0, length)
    if (matched.some(({ kind }) => kind !== 'word')) continue
    const text = matched.map(({ word }) => word).join(' ')
    for (const reading of readNumbers(text, numbers)) {
      const pattern = patterns.get(reading.pattern)
      const value = pattern && describe(pattern, pattern.number ?? reading.number, today)
      if (value && isDateValue(value)) return { length, meanings: [{ field: 'date', value }] }
    }
  }
  return null
}

/** Returns the unit that a word names: 'weeks'. */
export const findUnit = (word: string, locale: Locale): Unit | undefined =>
  getPatterns(locale).units.get(word)

/** Returns the day that is a number of units before another one. */
export function moveBack(day: string, number: number, unit: Unit): string {
  if (unit === 'day' || unit === 'week') return addDays(day, unit === 'week' ? -7 * number : -number)
  const month = toMonth(day, unit === 'year' ? -12 * number : -number)
  const [same, last] = [month + day.slice(7), endOf(month)]
  return same < last ? same : last
}

function describe({ kind, unit }: Pattern, number: number, today: Today): string | undefined {
  if (kind === 'decade') {
    const isShort = number < 100
    const start = isShort ? number + (number > Number(today.slice(2, 4)) ? 1900 : 2000) : number
    return start % 10 === 0 && isYear(start, today) ? `${start}..${start + 9}` : undefined
  }
  if (number < 1 || number > NUMBER_MAX) return undefined
  const start = moveBack(today, number, unit)
  if (kind === 'last') return `${start}..${today}`
  if (unit === 'week') return findWeek(today, -number)
  return { day: start, month: start.slice(0, 7), year: start.slice(0, 4) }[unit]
}

const NUMBER_MAX = 500
const TOKENS_MAX = 6

/** Returns the text with '#' instead of its number, in digits or words; without one as it is. */
function* readNumbers(
  text: string,
  numbers: Patterns['numbers'],
): Generator<{ pattern: string; number: number }> {
  const digits = /\d{1,4}/.exec(text)
  if (digits) yield { pattern: text.replace(digits[0], '#'), number: Number(digits[0]) }
  for (const [word, number] of numbers)
    if (` ${text}`.includes(` ${word}`))
      yield { pattern: ` ${text}`.replace(` ${word}`, ' #').trim(), number }
  yield { pattern: text, number: 0 }
}

interface Patterns {
  patterns: ReadonlyMap<string, Pattern>
  numbers: readonly (readonly [string, number])[]
  units: ReadonlyMap<string, Unit>
}

/** Returns the patterns of a locale and of English; those of units are as Intl writes them. */
function getPatterns(locale: Locale): Patterns {
  const language = locale.slice(0, 2)
  const known = byLanguage.get(language)
  if (known) return known
  const patterns = new Map<string, Pattern>([
    ['day before yesterday', { kind: 'ago', unit: 'day', number: 2 }],
  ])
  const units = new Map<string, Unit>()
  for (const [i, words] of getTexts(locale).units.split(' ').entries())
    for (const word of words.split('/')) if (word) units.set(word, UNITS[i]!)
  for (const each of [language, 'en']) {
    const always = new Intl.RelativeTimeFormat(each)
    for (const unit of UNITS)
      for (const count of [1, 2, 3, 5]) {
        const ago = normalizePhotoName(always.format(-count, unit)).replace(String(count), '#')
        patterns.set(ago, { kind: 'ago', unit })
        units.set(ago.split('# ')[1]!.split(' ')[0]!, unit)
        const counted = new Intl.NumberFormat(each, { style: 'unit', unit, unitDisplay: 'long' }).format(
          count,
        )
        units.set(normalizePhotoName(counted).split(' ')[1]!, unit)
      }
    const daysAgo = new Intl.RelativeTimeFormat(each, { numeric: 'auto' }).format(-2, 'day')
    if (!/\d/.test(daysAgo))
      patterns.set(normalizePhotoName(daysAgo), { kind: 'ago', unit: 'day', number: 2 })
  }
  const smallWords = getSmallWords(locale)
  for (const decade of smallWords.decades) {
    const [pattern = '', number] = decade.split('=')
    patterns.set(pattern, { kind: 'decade', ...(number && { number: Number(number) }) })
  }
  for (const word of smallWords.last)
    for (const [name, unit] of units)
      for (const pattern of [`${word} # ${name}`, `# ${word} ${name}`])
        patterns.set(pattern, { kind: 'last', unit })
  const numbers = smallWords.numbers.flatMap(words =>
    words
      .split(' ')
      .flatMap((forms, i) => forms.split('/').map(form => [form.replaceAll('_', ' '), toNumber(i)] as const)),
  )
  // The longest first: 'soixante dix'.
  const found = { patterns, units, numbers: numbers.sort(([a], [b]) => b.length - a.length) }
  byLanguage.set(language, found)
  return found
}

const byLanguage = new Map<string, Patterns>()

/** The numbers are 1 to 10, then the tens from 20 on. */
const toNumber = (index: number) => (index < 10 ? index + 1 : (index - 8) * 10)
