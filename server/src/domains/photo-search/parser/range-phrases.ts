import type { Locale } from '#contract/brands.ts'
import { isDateValue, isDaysValue, WEEKDAYS } from '#contract/filter-query.ts'
import { toDateOfYear } from '../../photos/index.ts'
import {
  addDays,
  type FilterValue,
  isYear,
  matchDate,
  pad,
  type Today,
  type TokenMatch,
} from './date-phrases.ts'
import { findUnit, matchNumbered, moveBack } from './numbered-phrases.ts'
import { countWords, type SmallWords } from './small-words.ts'
import { firstOf, isWholeMonths, lastOf, takeThird } from './thirds.ts'
import type { Token } from './tokens.ts'
import type { Vocabulary } from './words.ts'

interface Words {
  locale: Locale
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
    matchUnitBeside(tokens, words) ??
    matchRange(tokens, words) ??
    matchNumbered(tokens, words.locale, words.today) ??
    matchOpenRange(tokens, words) ??
    matchThis(tokens, words) ??
    matchFirstOfTwo(tokens, words) ??
    matchWhole(tokens, words)
  )
}

/** Finds a date that is not a range of two. */
function matchWhole(tokens: readonly Token[], words: Words): TokenMatch | null {
  const [part, date] = [matchPart(tokens, words), matchDate(tokens, words.vocabulary, words.today)]
  // 'fin de año' is New Year's Eve.
  if (part && part.length > (date?.length ?? 0)) return part
  return matchNumbered(tokens, words.locale, words.today) ?? date
}

/** 'early june 2019', 'mid-july', 'end of the nineties': a third of a month, season, year or decade. */
function matchPart(tokens: readonly Token[], words: Words): TokenMatch | null {
  const { before } = words.smallWords
  for (const [index, kind] of (['early', 'mid', 'late'] as const).entries()) {
    let length = countWords(tokens, words.smallWords[kind])
    if (length === 0) continue
    for (let more = 1; more > 0; length += more) more = countWords(tokens.slice(length), before)
    const decade = matchNumbered(tokens.slice(length), words.locale, words.today)
    const [unit, year] = tokens.slice(length)
    if (!decade && findUnit(unit?.word ?? '', words.locale) === 'year' && /^\d{4}$/.test(year?.word ?? ''))
      length++
    const match = decade ?? matchDate(tokens.slice(length), words.vocabulary, words.today)
    const meanings = match?.meanings.flatMap(meaning => takeThird(meaning, index) ?? []) ?? []
    if (match && meanings.length > 0) return { length: length + match.length, meanings }
  }
  return null
}

/** 'the week before Christmas 2020', 'the day after 3 May 2019'. */
function matchUnitBeside(tokens: readonly Token[], words: Words): TokenMatch | null {
  const unit = tokens[0]?.kind === 'word' ? findUnit(tokens[0].word, words.locale) : undefined
  if (!unit) return null
  for (const kind of ['earlier', 'later'] as const) {
    const length = countWords(tokens.slice(1), words.smallWords[kind])
    const end = length > 0 ? readEnd(tokens.slice(1 + length), words) : null
    if (end?.kind !== 'date') continue
    const [first, last] = [firstOf(end.value), lastOf(end.value)]
    if (kind === 'earlier' ? first.length !== 10 : last.length !== 10) continue
    const [from, to] =
      kind === 'earlier'
        ? [moveBack(first, 1, unit), addDays(first, -1)]
        : [addDays(last, 1), moveBack(last, -1, unit)]
    const value = from === to ? from : `${from}..${to}`
    return { length: 1 + length + end.length, meanings: [{ field: 'date', value }] }
  }
  return null
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

/** 'since 2020', 'until May 2019'; 'before 2015' and 'after March 2020' leave the date out. */
function matchOpenRange(tokens: readonly Token[], words: Words): TokenMatch | null {
  for (const kind of ['since', 'until', 'earlier', 'later'] as const) {
    const relation = countWords(tokens, words.smallWords[kind])
    const length = relation + countWords(tokens.slice(relation), words.smallWords.before)
    const end = relation > 0 ? readEnd(tokens.slice(length), words) : null
    if (!end || end.kind === 'day' || (end.kind === 'days' && kind !== 'since')) continue
    const date = end.kind === 'days' ? findLast(end.value, words.today) : end.value
    const value = {
      since: () => `${firstOf(date)}..`,
      until: () => `..${lastOf(date)}`,
      earlier: () => `..${move(firstOf(date), -1)}`,
      later: () => `${move(lastOf(date), 1)}..`,
    }[kind]()
    if (isDateValue(value)) return { length: length + end.length, meanings: [{ field: 'date', value }] }
  }
  return null
}

/** Returns the days of each year as those that began last: 'since Easter'. */
function findLast(days: string, today: Today): string {
  const year = Number(today.slice(0, 4))
  return firstOf(resolveDays(days, year)) <= today ? resolveDays(days, year) : resolveDays(days, year - 1)
}

/** Returns days of each year as those of one, whole months as such. */
const resolveDays = (days: string, year: number): string =>
  isWholeMonths(days) ? ofYear(days, year) : toDateOfYear(days, year)

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
  if (end?.kind !== 'days') return null
  const [year, month] = words.today.split('-').map(Number) as [number, number]
  const hasBegun = end.value.startsWith('12') && month <= 2
  const meaning = resolveDays(end.value, hasBegun ? year - 1 : year)
  return { length: length + end.length, meanings: [{ field: 'date', value: meaning }] }
}

/** 'July' of 'July and August 2022', '3' of '3 and 4 May': month and year are those of the second date, unless it would be later. */
function matchFirstOfTwo(tokens: readonly Token[], words: Words): TokenMatch | null {
  const left = readEnd(tokens, words)
  if (!left || left.kind === 'date' || (left.kind === 'days' && !isFixed(left))) return null
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
  const value = resolveDays(left.value, Number(year) - (left.value.slice(0, 2) > month ? 1 : 0))
  return isDateValue(value) ? { length: left.length, meanings: [{ field: 'date', value }] } : null
}

/** Returns a month or months of each year as those of one. */
function ofYear(days: string, year: number): string {
  const [first, last] = [days.slice(0, 2), lastOf(days).slice(0, 2)]
  return first === last ? `${year}-${first}` : `${year}-${first}..${year + (last < first ? 1 : 0)}-${last}`
}

function readEnd(tokens: readonly Token[], words: Words): End | null {
  const { today } = words
  const match = matchWhole(tokens, words)
  const [meaning] = match?.meanings ?? []
  if (match && meaning?.field === 'date') return { kind: 'date', value: meaning.value, length: match.length }
  if (match && meaning?.field === 'days' && !isWeekday(meaning.value))
    return { kind: 'days', value: FIXED[meaning.value] ?? meaning.value, length: match.length }
  const [first, second] = tokens
  const day = first?.kind === 'word' ? Number(/^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(first.word)?.[1]) : 0
  if (!(day >= 1 && day <= 31)) return null
  const hasYear = second?.kind === 'word' && /^\d{4}$/.test(second.word) && isYear(Number(second.word), today)
  return hasYear ? { kind: 'day', day, year: second.word, length: 2 } : { kind: 'day', day, length: 1 }
}

/** Feasts of several days, for ranges between them. */
const FIXED: Readonly<Record<string, string>> = { christmas: '12-24..12-26', 'new-year': '12-31..01-01' }

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
  if (left.kind === 'date' || !isFixed(left)) return undefined
  // Both dates are of the year of the last one; the first is of the year before if its month comes later.
  const [year, month] = firstOf(right.value).split('-')
  if (month === undefined) return undefined
  const from = isWholeMonths(left.value) ? left.value.slice(0, 2) : firstOf(left.value)
  // The end of 2019 is meant by 'between Christmas and New Year 2019'.
  if (left.value === FIXED.christmas && right.value === `${year}-12-31..${Number(year) + 1}-01-01`)
    return join('date', `${Number(year) + 1}-${from}`, `${Number(year) + 2}-01-01`)
  return join('date', `${from.slice(0, 2) > month ? Number(year) - 1 : year}-${from}`, lastOf(right.value))
}

/** Whether days are the same dates in each year, unlike those of Easter. */
const isFixed = ({ value }: { value: string }) => /^\d/.test(value)

const isWeekday = (value: string) => value === 'weekend' || WEEKDAYS.includes(value as never)

const isDay = ({ kind, value }: { kind: 'date' | 'days'; value: string }) =>
  kind === 'date' ? /^\d{4}-\d\d-\d\d$/.test(value) : firstOf(value) === lastOf(value)
