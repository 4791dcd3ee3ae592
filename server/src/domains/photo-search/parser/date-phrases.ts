import { FEASTS, WEEKDAYS } from '#contract/filter-query.ts'
import { DAYS_OF_SEASONS, formatSeason, SEASONS, type Season } from '#locales/filter-labels.ts'
import { toDateOfYear } from '../../photos/index.ts'
import type { Token } from './tokens.ts'
import type { Meaning, SearchWord, Vocabulary } from './words.ts'

export interface FilterValue {
  field:
    | 'date'
    | 'days'
    | 'undated'
    | 'printed'
    | 'shape'
    | 'type'
    | 'name'
    | 'place'
    | 'camera'
    | 'album'
    | 'product'
    | 'project'
  value: string
}

/** What a beginning of some tokens means. */
export interface TokenMatch {
  length: number
  meanings: readonly FilterValue[]
}

/** 'YYYY-MM-DD' where the customer is. */
export type Today = string

/** Finds the longest date at the beginning of the tokens: days, months, years, seasons, feasts, and days near today. */
export function matchDate(tokens: readonly Token[], vocabulary: Vocabulary, today: Today): TokenMatch | null {
  const [first] = tokens
  if (!first || first.kind === 'quoted') return null
  if (first.kind === 'date') {
    const value = readNumericDate(first.text, today)
    return value ? { length: 1, meanings: [{ field: 'date', value }] } : null
  }
  const parts = readParts(tokens, vocabulary)
  for (let count = Math.min(parts.length, 3); count > 0; count--) {
    const chosen = parts.slice(0, count)
    const meanings = combine(chosen, today)
    const length = chosen.at(-1)!.end
    const winter = meanings[0] && readTwoYears(tokens[length], meanings[0])
    if (winter) return { length: length + 1, meanings: [winter] }
    if (meanings.length > 0)
      return { length: length + countSecondYear(tokens[length], meanings[0]!), meanings }
  }
  return null
}

/** 'winter 2017-2018', which is also written as a range of years. */
function readTwoYears(next: Token | undefined, { value }: FilterValue): FilterValue | undefined {
  const [, first, second] =
    /^(\d{4})\s*[-–]\s*(\d{4}|\d\d)$/.exec(next?.kind === 'date' ? next.text : '') ?? []
  const isNext = value === DAYS_OF_SEASONS.winter && `${Number(first) + 1}`.endsWith(second ?? '-')
  return isNext ? { field: 'date', value: formatSeason('winter', Number(first)) } : undefined
}

/** A winter is of two years: 'winter 2022/2023', '2022/23', '2022-23'. */
function countSecondYear(next: Token | undefined, { value }: FilterValue): number {
  const [, year] = /^\d{4}-12\.\.(\d{4})-02$/.exec(value) ?? []
  return year && next?.joint && [year, year.slice(2)].includes(next.word) ? 1 : 0
}

type Part = { end: number } & (
  | { kind: 'number'; value: number; digits: number }
  | { kind: 'named'; meanings: readonly Meaning[] }
)

type NumberPart = Extract<Part, { kind: 'number' }>

/** Small words between the parts of a date, in the languages of the catalogues. */
const FILLERS = new Set(
  'the of in on at de del della di do da le la il el l im am der den des en op van du a au aux os as i nel em no na på pa om th st nd rd er ar'.split(
    ' ',
  ),
)
const WORDS_MAX = 5

/** Reads up to three parts; small words stand between two of them only, or before the first. */
function readParts(tokens: readonly Token[], vocabulary: Vocabulary): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < tokens.length && parts.length < 3; ) {
    const part = readPart(tokens, at, vocabulary)
    if (part) {
      parts.push(part)
      at = part.end
    } else if (parts.length > 0 && tokens[at]!.kind === 'word' && FILLERS.has(tokens[at]!.word)) at++
    else break
  }
  return parts
}

function readPart(tokens: readonly Token[], at: number, vocabulary: Vocabulary): Part | null {
  for (let count = Math.min(WORDS_MAX, tokens.length - at); count > 0; count--) {
    const words = tokens.slice(at, at + count)
    if (words.some(({ kind }) => kind !== 'word')) continue
    const meanings = vocabulary.get(words.map(({ word }) => word).join(' '))
    if (meanings) return { kind: 'named', meanings, end: at + count }
  }
  const { kind, word } = tokens[at]!
  const digits = /^(\d{1,4})(?:st|nd|rd|th|er|e|a|o)?$/.exec(word)?.[1]
  if (kind !== 'word' || digits === undefined) return null
  return { kind: 'number', value: Number(digits), digits: digits.length, end: at + 1 }
}

/** Returns what the parts mean together, the likeliest meaning first; empty: nothing. */
function combine(parts: readonly Part[], today: Today): FilterValue[] {
  const named = parts.filter(part => part.kind === 'named')
  const numbers = parts.filter(part => part.kind === 'number')
  if (named.length > 1 || numbers.length > 2) return []
  const [[name], [first, second]] = [named, numbers]
  const readYear = (part: NumberPart) => {
    if (part.digits === 4) return isYear(part.value, today) ? part.value : undefined
    return name && part.digits === 2 && part.end > name.end ? toFullYear(part.value, today) : undefined
  }
  const readDay = ({ digits, value }: NumberPart) =>
    digits < 3 && value >= 1 && value <= 31 ? value : undefined
  if (!name) {
    const year = first && !second ? readYear(first) : undefined
    return year === undefined ? [] : [{ field: 'date', value: String(year) }]
  }
  const pair = (year?: NumberPart, day?: NumberPart) => [year && readYear(year), day && readDay(day)] as const
  // The day is likelier in 'june 24'; 'summer 24', 'xmas 24' and 'june 98' have a year.
  const pairs = second
    ? [pair(second, first), pair(first, second)]
    : first
      ? [pair(undefined, first), pair(first)]
      : [pair()]
  const given = pairs.filter(pair => pair.filter(value => value !== undefined).length === numbers.length)
  return name.meanings.flatMap(meaning =>
    given.flatMap(([year, day]) => describe(meaning, year, day, today) ?? []),
  )
}

/** Two digits are a year of the last hundred. */
function toFullYear(short: number, today: Today): number {
  const year = Math.floor(Number(today.slice(0, 4)) / 100) * 100 + short
  return year > Number(today.slice(0, 4)) + 1 ? year - 100 : year
}

function describe(
  meaning: Meaning,
  year: number | undefined,
  day: number | undefined,
  today: Today,
): FilterValue | undefined {
  if (meaning.kind === 'month') return describeMonth(meaning.month, year, day)
  if (day !== undefined) return undefined
  if (meaning.kind === 'feast') return describeDays(meaning.value, year)
  if (meaning.kind === 'weekday')
    return year === undefined ? { field: 'days', value: WEEKDAYS[meaning.weekday]! } : undefined
  return year === undefined ? describeWord(meaning.word, today) : describeWordOfYear(meaning.word, year)
}

const describeDays = (value: string, year: number | undefined): FilterValue =>
  year === undefined ? { field: 'days', value } : { field: 'date', value: toDateOfYear(value, year) }

function describeMonth(
  month: number,
  year: number | undefined,
  day: number | undefined,
): FilterValue | undefined {
  const monthText = pad(month)
  const last = new Date(Date.UTC(year ?? 2024, month, 0)).getUTCDate()
  if (day !== undefined && day > last) return undefined
  if (year !== undefined)
    return {
      field: 'date',
      value: day === undefined ? `${year}-${monthText}` : `${year}-${monthText}-${pad(day)}`,
    }
  return day === undefined
    ? { field: 'days', value: `${monthText}-01..${monthText}-${last}` }
    : { field: 'days', value: `${monthText}-${pad(day)}..${monthText}-${pad(day)}` }
}

const isSeason = (word: string): word is Season => word in SEASONS

function describeWord(word: SearchWord, today: Today): FilterValue | undefined {
  const season = word.replace('last-', '')
  if (isSeason(season))
    return season === word
      ? { field: 'days', value: DAYS_OF_SEASONS[season] }
      : { field: 'date', value: findLastSeason(season, today) }
  const year = Number(today.slice(0, 4))
  const values: Partial<Record<SearchWord, readonly [FilterValue['field'], string]>> = {
    'new-years-eve': ['days', 'new-year'],
    weekend: ['days', word],
    today: ['date', today],
    yesterday: ['date', addDays(today, -1)],
    'this-week': ['date', findWeek(today, 0)],
    'last-week': ['date', findWeek(today, -1)],
    'last-weekend': ['date', findWeek(today, -1, 5)],
    'this-month': ['date', toMonth(today, 0)],
    'last-month': ['date', toMonth(today, -1)],
    'this-year': ['date', String(year)],
    'last-year': ['date', String(year - 1)],
    undated: ['undated', 'true'],
    printed: ['printed', 'yes'],
    'never-printed': ['printed', 'never'],
    screenshot: ['type', word],
  }
  const [field, value] = values[word] ?? [FEASTS.includes(word as never) ? 'days' : 'shape', word]
  return { field, value }
}

function describeWordOfYear(word: SearchWord, year: number): FilterValue | undefined {
  if (isSeason(word)) return { field: 'date', value: formatSeason(word, year) }
  if (word === 'christmas' || word === 'easter') return describeDays(word, year)
  if (word === 'new-years-eve') return { field: 'date', value: `${year}-12-31..${year + 1}-01-01` }
  // Who names a year means its beginning.
  if (word === 'new-year') return { field: 'date', value: `${year - 1}-12-31..${year}-01-01` }
  return undefined
}

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the month that is a number of months from a day's. */
export function toMonth(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Returns a week from today's, which begins on Monday, or its days from another one on. */
export function findWeek(today: Today, weeks: number, from = 0): string {
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  const monday = addDays(today, weeks * 7 - weekday)
  return `${addDays(monday, from)}..${addDays(monday, 6)}`
}

/** The last season that has begun before this one, or is over. */
function findLastSeason(season: Season, today: Today): string {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const first = SEASONS[season]
  const isOver = first === 12 ? false : month > first + 2
  if (first === 12)
    return formatSeason(season, month === 12 || month <= 2 ? year - (month === 12 ? 1 : 2) : year - 1)
  return formatSeason(season, isOver ? year : year - 1)
}

/** Whether photos can be of a year: from the first photo to next year, and not beyond what filters have. */
export const isYear = (year: number, today: Today) =>
  year >= 1826 && year <= Math.min(Number(today.slice(0, 4)) + 1, YEAR_MAX)

/** A winter ends in the next year, which has four digits, too. */
const YEAR_MAX = 9998

export const pad = (number: number) => String(number).padStart(2, '0')

/** Reads a date of numbers, the day before the month; two digits are a year of the last hundred. */
function readNumericDate(text: string, today: Today): string | undefined {
  const range = /^(\d{4})\s*[-–]\s*(\d{4})$/.exec(text)
  if (range) {
    const isRange = range[1]! <= range[2]! && [range[1], range[2]].every(year => isYear(Number(year), today))
    return isRange ? `${range[1]}..${range[2]}` : undefined
  }
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text)
  if (iso) return toDate(iso[1]!, iso[2]!, iso[3], today)
  const month = /^(\d{1,2})[./](\d{4})$/.exec(text)
  if (month) return toDate(month[2]!, month[1]!, undefined, today)
  const [day = '', monthText = '', year = ''] = text.split(/[./\s-]+/)
  const fullYear = year.length === 4 ? Number(year) : toFullYear(Number(year), today)
  return toDate(String(fullYear), monthText, day, today)
}

function toDate(year: string, month: string, day: string | undefined, today: Today): string | undefined {
  const date = [year, pad(Number(month)), ...(day === undefined ? [] : [pad(Number(day))])].join('-')
  const full = day === undefined ? `${date}-01` : date
  const time = new Date(`${full}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(full) && isYear(Number(year), today)
    ? date
    : undefined
}
