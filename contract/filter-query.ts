import { FILTER_FIELDS, type FilterField } from './filter-fields.ts'
import { normalizeSearchText } from './order-search.ts'

export { FILTER_FIELDS, type FilterField }

/*
 * Rules of filters of photos that service and pages share: how a filter is written in an address, and what its values are. Without zod, so that pages load little.
 */

/** Fields with one value; the others have a list. */
export const SINGLE_FIELDS = ['undated', 'printed', 'print', 'name'] as const satisfies readonly FilterField[]
type SingleField = (typeof SINGLE_FIELDS)[number]

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const FEASTS = ['christmas', 'new-year', 'easter'] as const
export const SHAPES = ['landscape', 'upright', 'square', 'panorama'] as const
export const FILTER_TYPES = ['jpeg', 'heic', 'png', 'screenshot'] as const

/** A filter of photos: values of one field are alternatives, except the words of `name`; fields are conjunctive. */
export type PhotoFilter = { [Field in SingleField]?: string | undefined } & {
  [Field in Exclude<FilterField, SingleField>]?: string[] | undefined
}

/** Most values of the fields that have a list. */
export const VALUES_MAX = {
  date: 40,
  days: 7,
  place: 40,
  camera: 20,
  album: 20,
  product: 20,
  project: 20,
  shape: SHAPES.length,
  type: FILTER_TYPES.length,
  added: 40,
} as const satisfies Record<Exclude<FilterField, SingleField>, number>

/** Most words of `name`, and characters of a search. */
export const NAME_WORDS_MAX = 5
export const SEARCH_TEXT_MAX = 200

/** Returns the fields of a filter in the query of a call, in the order in which they are written. */
export function pickFilter(query: PhotoFilter): PhotoFilter {
  const fields = FILTER_FIELDS.flatMap(field => (query[field] === undefined ? [] : [[field, query[field]]]))
  return Object.fromEntries(fields) as PhotoFilter
}

/** Returns the query string of a filter; equal for equal filters. */
export function formatFilter(filter: PhotoFilter): string {
  const query = new URLSearchParams()
  for (const field of FILTER_FIELDS)
    for (const value of [filter[field] ?? []].flat()) query.append(field, value)
  return query.toString()
}

/** Reads the filter of a page's address; fields that filters do not have are ignored, values are not checked. */
export function readFilter(query: string | URLSearchParams): PhotoFilter {
  const filter: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    if (!FILTER_FIELDS.includes(name as FilterField)) continue
    const isSingle = SINGLE_FIELDS.includes(name as SingleField)
    filter[name] = isSingle ? value : [...((filter[name] as string[] | undefined) ?? []), value]
  }
  return filter as PhotoFilter
}

/** Whether a filter has no field, and finds every photo. */
export const isEmptyFilter = (filter: PhotoFilter): boolean =>
  FILTER_FIELDS.every(field => filter[field] === undefined)

/** Returns what all have to occur in a name: words, and the texts between quotes. Neither is normalized. */
export const splitNameWords = (name: string): string[] =>
  [...name.matchAll(/"([^"]*)"|[^\s"]+/g)]
    .map(([word, quoted]) => quoted ?? word)
    .filter(word => word.trim() !== '')

/**
 * Returns file names, titles and searched words as they are compared: lower case without accents, words of letters and
 * digits separated by one space.
 */
export const normalizePhotoName = (...texts: (string | null | undefined)[]): string =>
  normalizeSearchText(
    texts
      .join(' ')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' '),
  )

/** Whether `name` has words, and not too many. */
export function hasFewWords(name: string): boolean {
  const { length } = splitNameWords(name)
  return length > 0 && length <= NAME_WORDS_MAX
}

/** Whether a value of `date` or `added` names days that exist. */
export function isDateValue(value: string): boolean {
  if (!DATE_PATTERN.test(value)) return false
  const ends = value.split('..')
  const [from, to] = ends
  return ends.every(end => end === '' || isDate(end)) && (!from || !to || from <= to || from.startsWith(to))
}

/** Whether a value of `days` names days of a year. */
export function isDaysValue(value: string): boolean {
  if (DAY_NAMES.includes(value) || FEAST_PATTERN.test(value)) return true
  return DAYS_PATTERN.test(value) && value.split('..').every(day => isDate(`2000-${day}`))
}

const DATE = String.raw`\d{4}(?:-\d\d(?:-\d\d)?)?`
const DATE_PATTERN = new RegExp(`^(?:${DATE}|${DATE}\\.\\.(?:${DATE})?|\\.\\.${DATE})$`)
const DAYS_PATTERN = /^\d\d-\d\d\.\.\d\d-\d\d$/
/** Days from Easter Sunday, or the first weekday from a day on; the French Mother's Day gives way to Whit Sunday. */
const FEAST_PATTERN =
  /^(?:easter-?\d\d?(?:\.\.-?\d\d?)?|(?:mon|tue|wed|thu|fri|sat|sun)\.(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:\.no-easter49)?)$/
const DAY_NAMES: readonly string[] = [...WEEKDAYS, ...FEASTS, 'weekend']

function isDate(date: string): boolean {
  const [year, month = '01', day = '01'] = date.split('-')
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number(year) >= 1000 && !Number.isNaN(time.getTime()) && time.toISOString().slice(8, 10) === day
}
