import { isDateValue, isDaysValue } from '#contract/filter-query.ts'
import { type FilterValue, isYear, matchDate, pad, type Today, type TokenMatch } from './date-phrases.ts'
import { countWords, type SmallWords } from './small-words.ts'
import type { Token } from './tokens.ts'
import type { Vocabulary } from './words.ts'

interface Words {
  vocabulary: Vocabulary
  smallWords: SmallWords
  today: Today
}

/**
 * Finds a date at the beginning of the tokens: a range ('May to July 2022', '3–10 May', 'between 2019 and 2021'), one with an open
 * end ('since 2020'), or a single date.
 */
export function matchDateOrRange(tokens: readonly Token[], words: Words): TokenMatch | null {
  return (
    matchRange(tokens, words) ??
    matchOpenRange(tokens, words) ??
    matchExclusive(tokens, words) ??
    matchThis(tokens, words) ??
    matchFirstOfTwo(tokens, words) ??
    matchDate(tokens, words.vocabulary, words.today)
  )
}

/** The first or the last date of a range. `day`: a number, of the month that the other one names. */
type End = { length: number } & (
  | { kind: 'date' | 'days'; value: string }
  | { kind: 'day'; day: number; year?: string }
)

function matchRange(tokens: readonly Token[], words: Words): TokenMatch | null {
  const { smallWords } = words
  const between = countWords(tokens, smallWords.between)
  const start = between || countWords(tokens, smallWords.from)
  const separators = between > 0 ? [...smallWords.and, ...smallWords.to] : smallWords.to
  return (
    matchEnds(tokens, start, separators, words) ??
    (start > 0 ? matchEnds(tokens, 0, separators, words) : null)
  )
}

function matchEnds(
  tokens: readonly Token[],
  start: number,
  separators: readonly string[],
  words: Words,
): TokenMatch | null {
  const rest = tokens.slice(start)
  const dash = rest.findIndex((token, i) => i > 0 && token.joint === '-')
  const lefts = [dash > 0 ? readEnd(rest.slice(0, dash), words) : null, readEnd(rest, words)]
  for (const left of lefts) {
    if (!left) continue
    const after = rest.slice(left.length)
    const isDash = after[0]?.joint === '-'
    const separator = isDash ? 0 : countWords(after, separators)
    if (!isDash && separator === 0) continue
    const right = readEnd(after.slice(separator), words)
    const value = right && joinEnds(left, right)
    if (right && value) return { length: start + left.length + separator + right.length, meanings: [value] }
  }
  return null
}

function matchOpenRange(tokens: readonly Token[], words: Words): TokenMatch | null {
  for (const kind of ['since', 'until'] as const) {
    const length = countWords(tokens, words.smallWords[kind])
    const end = length > 0 ? readEnd(tokens.slice(length), words) : null
    if (end?.kind !== 'date') continue
    const value = kind === 'since' ? `${firstOf(end.value)}..` : `..${lastOf(end.value)}`
    return { length: length + end.length, meanings: [{ field: 'date', value }] }
  }
  return null
}

/** 'before 2015', 'after March 2020': without the date itself. */
function matchExclusive(tokens: readonly Token[], words: Words): TokenMatch | null {
  for (const kind of ['earlier', 'later'] as const) {
    const length = countWords(tokens, words.smallWords[kind])
    const end = length > 0 ? readEnd(tokens.slice(length), words) : null
    if (end?.kind !== 'date') continue
    const value = kind === 'earlier' ? `..${move(firstOf(end.value), -1)}` : `${move(lastOf(end.value), 1)}..`
    if (isDateValue(value)) return { length: length + end.length, meanings: [{ field: 'date', value }] }
  }
  return null
}

/** Returns the year, month or day before or after one. */
function move(date: string, by: 1 | -1): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number | undefined, number | undefined]
  if (month === undefined) return String(year + by)
  const moved = new Date(
    Date.UTC(year, month - 1 + (day === undefined ? by : 0), day === undefined ? 1 : day + by),
  )
  return moved.toISOString().slice(0, date.length)
}

/** 'this summer', 'this June': of this year; in January a winter that has begun. */
function matchThis(tokens: readonly Token[], words: Words): TokenMatch | null {
  const length = countWords(tokens, words.smallWords.this)
  const end = length > 0 ? readEnd(tokens.slice(length), words) : null
  if (end?.kind !== 'days' || !isFromMonth(end)) return null
  const [year, month] = words.today.split('-').map(Number) as [number, number]
  const hasBegun = end.value.startsWith('12') && month <= 2
  const meaning = ofYear(end.value, hasBegun ? year - 1 : year)
  return { length: length + end.length, meanings: [{ field: 'date', value: meaning }] }
}

/** 'July' of 'July and August 2022', '3' of '3 and 4 May': month and year are those of the second date, unless it would be later. */
function matchFirstOfTwo(tokens: readonly Token[], words: Words): TokenMatch | null {
  const left = readEnd(tokens, words)
  if (!left || left.kind === 'date' || (left.kind === 'days' && !isFromMonth(left) && !isDay(left)))
    return null
  const after = tokens.slice(left.length)
  const and = countWords(after, words.smallWords.and)
  const right = and > 0 ? readEnd(after.slice(and), words) : null
  if (left.kind === 'day') {
    const range = right && joinEnds(left, right)
    if (!range) return null
    const day = firstOf(range.value)
    const value = range.field === 'days' ? `${day}..${day}` : day
    return { length: left.length, meanings: [{ field: range.field, value }] }
  }
  if (right?.kind !== 'date') return null
  const [year, month] = firstOf(right.value).split('-')
  if (month === undefined) return null
  const value = ofYear(left.value, Number(year) - (left.value.slice(0, 2) > month ? 1 : 0))
  return isDateValue(value) ? { length: left.length, meanings: [{ field: 'date', value }] } : null
}

/** Returns a day, a month or months of each year as those of one. */
function ofYear(days: string, year: number): string {
  const [from, to] = [firstOf(days), lastOf(days)]
  if (from === to) return `${year}-${from}`
  const [first, last] = [from.slice(0, 2), to.slice(0, 2)]
  return first === last ? `${year}-${first}` : `${year}-${first}..${year + (last < first ? 1 : 0)}-${last}`
}

function readEnd(tokens: readonly Token[], { vocabulary, today }: Words): End | null {
  const match = matchDate(tokens, vocabulary, today)
  const [meaning] = match?.meanings ?? []
  if (match && meaning?.field === 'date') return { kind: 'date', value: meaning.value, length: match.length }
  if (match && meaning?.field === 'days' && meaning.value.includes('..'))
    return { kind: 'days', value: meaning.value, length: match.length }
  const [first, second] = tokens
  const day = first?.kind === 'word' ? Number(/^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(first.word)?.[1]) : 0
  if (!(day >= 1 && day <= 31)) return null
  const hasYear = second?.kind === 'word' && /^\d{4}$/.test(second.word) && isYear(Number(second.word), today)
  return hasYear ? { kind: 'day', day, year: second.word, length: 2 } : { kind: 'day', day, length: 1 }
}

const firstOf = (value: string) => value.split('..')[0]!
const lastOf = (value: string) => value.split('..').at(-1)!

/** Joins two ends; undefined where they are no range. */
function joinEnds(left: End, right: End): FilterValue | undefined {
  const join = (field: 'date' | 'days', from: string, to: string): FilterValue | undefined => {
    const value = `${from}..${to}`
    const isValid = field === 'date' ? isDateValue(value) : isDaysValue(value)
    return isValid ? { field, value } : undefined
  }
  if (left.kind === 'day') {
    if (right.kind === 'day' || !isDay(right)) return undefined
    const to = lastOf(right.value)
    return left.day < Number(to.slice(-2))
      ? join(right.kind, `${to.slice(0, -2)}${pad(left.day)}`, to)
      : undefined
  }
  if (right.kind === 'day') {
    const from = firstOf(left.value)
    if (!isDay(left) || right.day <= Number(from.slice(-2))) return undefined
    const to = `${from.slice(0, -2)}${pad(right.day)}`
    if (right.year === undefined) return join(left.kind, from, to)
    return left.kind === 'days' ? join('date', `${right.year}-${from}`, `${right.year}-${to}`) : undefined
  }
  if (left.kind === right.kind) return join(left.kind, firstOf(left.value), lastOf(right.value))
  if (left.kind === 'date' || !(isDay(left) || isFromMonth(left))) return undefined
  // Both dates are of the year of the last one; the first is of the year before if its month comes later.
  const [year, month] = firstOf(right.value).split('-')
  if (month === undefined) return undefined
  const from = isDay(left) ? firstOf(left.value) : left.value.slice(0, 2)
  return join('date', `${from.slice(0, 2) > month ? Number(year) - 1 : year}-${from}`, lastOf(right.value))
}

const isDay = ({ kind, value }: { kind: 'date' | 'days'; value: string }) =>
  kind === 'date' ? /^\d{4}-\d\d-\d\d$/.test(value) : firstOf(value) === lastOf(value)

/** Whether it begins with a month, as months and seasons do. */
const isFromMonth = ({ value }: { value: string }) => value.slice(3, 5) === '01'
