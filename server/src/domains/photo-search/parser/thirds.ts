import { type FilterValue, pad, toMonth } from './date-phrases.ts'

/** Returns a third (0 to 2) of a month's days, or of the months or years of anything longer; undefined of what is shorter. */
export function takeThird({ field, value }: FilterValue, index: number): FilterValue | undefined {
  if (field === 'date') {
    const third = cut(value, index)
    return third === undefined ? third : { field, value: third }
  }
  if (field !== 'days' || !isWholeMonths(value)) return undefined
  const [first, last] = [value.slice(0, 2), lastOf(value).slice(0, 2)]
  const third = cut(
    first === last ? `2024-${first}` : `${first > last ? 2023 : 2024}-${first}..2024-${last}`,
    index,
  )
  if (!third) return undefined
  const end = lastOf(third)
  return {
    field,
    value: `${`${firstOf(third)}-01`.slice(5, 10)}..${(end.length === 7 ? endOf(end) : end).slice(5)}`,
  }
}

function cut(date: string, index: number): string | undefined {
  const parts = listParts(firstOf(date), lastOf(date))
  const isDays = parts[0]?.length === 10
  const at = (third: number) => (isDays && third < 3 ? 10 * third : Math.ceil((parts.length * third) / 3))
  const [first, last] = [parts[at(index)], parts[at(index + 1) - 1]]
  if (parts.length < 3) return undefined
  return first === last ? first : `${first}..${last}`
}

/** Lists the days of a month, the months of years or seasons, or the years of a decade. */
function listParts(from: string, to: string): string[] {
  if (from.length === 10 || from.length !== to.length) return []
  const list = (count: number, toPart: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => toPart(i))
  if (from.length === 4 && from !== to)
    return list(Number(to) - Number(from) + 1, i => String(Number(from) + i))
  if (from.length === 7 && from === to)
    return list(Number(endOf(from).slice(8)), i => `${from}-${pad(i + 1)}`)
  const count = (year: string, month = '12') => 12 * Number(year) + Number(month)
  const first = from.length === 4 ? `${from}-01` : from
  const [[startYear = '', start], [endYear = '', end]] = [first.split('-'), to.split('-')]
  return list(count(endYear, end) - count(startYear, start) + 1, i => toMonth(first, i))
}

/** Returns the last day of a month. */
export const endOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

/** The two ends of a value of `date` or `days`, the same where it has one. */
export const firstOf = (value: string) => value.split('..')[0]!
export const lastOf = (value: string) => value.split('..').at(-1)!

/** Whether days of each year are a month or several, as seasons are. */
export const isWholeMonths = (days: string): boolean => /^\d\d-01\.\.\d\d-(?:29|3[01])$/.test(days)
