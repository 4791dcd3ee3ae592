import { WEEKDAYS } from '#contract/filter-query.ts'

/** How exactly a range names a time: photos with a less exact date are not in it. */
export type Exactness = 'day' | 'month' | 'year'

/** Days since 1970-01-01, from the first one to the one after the last. */
export interface TakenRange {
  from: number
  to: number
  exactness: Exactness
}

/** Years of the first and the last photo. */
export interface YearSpan {
  first: number
  last: number
}

/**
 * Returns the ranges of the fields `date` and `days` of a filter: in one of the dates, on one of the days of the year, and on one of
 * the weekdays. Without overlaps, in order. Null: none is given.
 */
export function createTakenRanges(
  { date, days }: { date?: readonly string[] | undefined; days?: readonly string[] | undefined },
  span: YearSpan,
): TakenRange[] | null {
  const { weekdays, others } = splitDays(days ?? [])
  const sets = [
    date?.map(parseDate),
    ...[others, weekdays].map(each => each.length > 0 && each.flatMap(value => listDays(value, span))),
  ].flatMap(ranges => (ranges ? [separate(ranges)] : []))
  return sets.length === 0 ? null : sets.reduce(intersect)
}

/** Days of the week and days of the year are two conditions: weekends in June are in both. */
export function splitDays(days: readonly string[]): { weekdays: string[]; others: string[] } {
  const isWeekday = (value: string) => toWeekdays(value).length > 0
  return { weekdays: days.filter(isWeekday), others: days.filter(value => !isWeekday(value)) }
}

const intersect = (ones: readonly TakenRange[], others: readonly TakenRange[]): TakenRange[] =>
  separate(
    ones.flatMap(one =>
      others.flatMap(other => {
        const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
        return from < to ? [{ from, to, exactness: EXACTNESS[Math.min(rank(one), rank(other))]! }] : []
      }),
    ),
  )

/** Returns the days of a value of the field `days` in one year, as a value of the field `date`. */
export function toDateOfYear(value: string, year: number): string {
  const { from, to } = createDays(value, year)
  const [first, last] = [formatDay(from), formatDay(to - 1)]
  return first === last ? first : `${first}..${last}`
}

/** Returns a value of the field `date` or `added` as days. */
export function parseDate(value: string): TakenRange {
  const [from = '', to = from] = value.split('..')
  const parts = [from, to].filter(Boolean).map(end => end.split('-').length)
  return {
    from: from ? startOf(from) : -Infinity,
    to: to ? endOf(to) : Infinity,
    exactness: EXACTNESS[3 - Math.max(...parts)]!,
  }
}

/** Returns a day as 'YYYY-MM-DD', or the database's first or last time; all after the year 9999 are its last. */
export const formatDay = (day: number): string => {
  if (day === -Infinity) return '-infinity'
  if (day > LAST_DAY) return 'infinity'
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export const EXACTNESS: readonly Exactness[] = ['day', 'month', 'year']

const rank = ({ exactness }: TakenRange) => EXACTNESS.indexOf(exactness)

/** Returns the weekdays that a value of the field `days` names, 0 for Monday. */
export const toWeekdays = (value: string): number[] =>
  value === 'weekend' ? [5, 6] : WEEKDAYS.flatMap((name, i) => (name === value ? [i] : []))

const DAY_MS = 86_400_000
const LAST_DAY = Date.UTC(9999, 11, 31) / DAY_MS

const toDay = (year: number, month: number, day: number) =>
  Math.round(Date.UTC(year, month - 1, day) / DAY_MS)

const readParts = (date: string) =>
  date.split('-').map(Number) as [number, number | undefined, number | undefined]

function startOf(date: string): number {
  const [year, month = 1, day = 1] = readParts(date)
  return toDay(year, month, day)
}

/** The day after the last one. */
function endOf(date: string): number {
  const [year, month, day] = readParts(date)
  if (month === undefined) return toDay(year + 1, 1, 1)
  return day === undefined ? toDay(year, month + 1, 1) : toDay(year, month, day + 1)
}

/** Returns a value of the field `days` in each year of the photos. */
function listDays(value: string, { first, last }: YearSpan): TakenRange[] {
  const weekdays = toWeekdays(value)
  if (weekdays.length > 0) return weekdays.flatMap(weekday => listWeekdays(weekday, { first, last }))
  const ranges: TakenRange[] = []
  // A range may begin in the year before.
  for (let year = first - 1; year <= last; year++) ranges.push(createDays(value, year))
  return ranges
}

function listWeekdays(weekday: number, { first, last }: YearSpan): TakenRange[] {
  const ranges: TakenRange[] = []
  const start = toDay(first, 1, 1)
  for (let from = start + findDaysUntil(weekday, start); from < toDay(last + 1, 1, 1); from += 7)
    ranges.push({ from, to: from + 1, exactness: 'day' })
  return ranges
}

/** Counts the days from a day to the next one of a weekday; 0: it is one. 1970-01-01 was a Thursday. */
const findDaysUntil = (weekday: number, day: number) => (((weekday - day - 3) % 7) + 7) % 7

function createDays(value: string, year: number): TakenRange {
  const exactness = 'day'
  if (value === 'christmas') return { from: toDay(year, 12, 24), to: toDay(year, 12, 27), exactness }
  if (value === 'new-year') return { from: toDay(year, 12, 31), to: toDay(year + 1, 1, 2), exactness }
  if (value.startsWith('easter')) {
    const [first, last = first] = value === 'easter' ? [-2, 1] : value.slice(6).split('..').map(Number)
    const sunday = findEasterSunday(year)
    return { from: sunday + first!, to: sunday + last! + 1, exactness }
  }
  const [weekday = '', first, exception] = value.split('.')
  if (first) {
    const [month, day] = first.split('-').map(Number)
    const start = toDay(year, month!, day!)
    const found = start + findDaysUntil(toWeekdays(weekday)[0]!, start)
    // The French Mother's Day gives way to Whit Sunday.
    const from = exception && found === findEasterSunday(year) + 49 ? found + 7 : found
    return { from, to: from + 1, exactness }
  }
  const [start, end] = value.split('..').map(each => each.split('-').map(Number)) as [
    [number, number],
    [number, number],
  ]
  const endYear = end[0] < start[0] || (end[0] === start[0] && end[1] < start[1]) ? year + 1 : year
  const from = toDay(year, ...start)
  // 29 February is the last day of the month in other years, and so is the 28th of a range of whole months.
  const isEndOfFebruary = end[0] === 2 && (end[1] === 29 || (end[1] === 28 && start[1] === 1))
  const to = isEndOfFebruary ? toDay(endYear, 3, 1) : toDay(endYear, end[0], end[1] + 1)
  const isWholeMonths = start[1] === 1 && new Date(to * DAY_MS).getUTCDate() === 1
  return { from, to, exactness: isWholeMonths ? 'month' : exactness }
}

/** Gregorian computus (Meeus, Jones, Butcher). */
function findEasterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  return toDay(year, month, ((h + l - 7 * m + 114) % 31) + 1)
}

/** Joins and cuts ranges so that no day is in two of them; what several contain is in the least exact one. */
function separate(ranges: readonly TakenRange[]): TakenRange[] {
  let separated: TakenRange[] = []
  for (const exactness of EXACTNESS.toReversed()) {
    const joined = join(ranges.filter(range => range.exactness === exactness))
    const rest = separated.reduce(
      (remaining, coarse) => remaining.flatMap(range => subtract(range, coarse)),
      joined,
    )
    separated = [...separated, ...rest]
  }
  return separated.sort((a, b) => a.from - b.from)
}

/** Joins ranges of one exactness that overlap or touch. */
function join(ranges: readonly TakenRange[]): TakenRange[] {
  const joined: TakenRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}

function subtract(range: TakenRange, from: TakenRange): TakenRange[] {
  if (from.to <= range.from || range.to <= from.from) return [range]
  return [
    { ...range, to: Math.min(range.to, from.from) },
    { ...range, from: Math.max(range.from, from.to) },
  ].filter(each => each.from < each.to)
}
