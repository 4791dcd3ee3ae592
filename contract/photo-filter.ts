import { z } from 'zod'
import type { FieldIssue } from './input/field-issues.ts'
import { text } from './input/text.ts'
import { normalizeSearchText } from './order-search.ts'

/*
 * A search of photos is a filter: fields with values, flat, so that it is the query string of the results' page, too (NX-206).
 * Values of one field are alternatives, except the words of `name`; fields are conjunctive.
 */

/** Fields in the order in which they are written. */
export const FILTER_FIELDS = [
  'date',
  'days',
  'undated',
  'camera',
  'album',
  'product',
  'project',
  'printed',
  'shape',
  'print',
  'type',
  'name',
  'added',
] as const
export type FilterField = (typeof FILTER_FIELDS)[number]

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const FEASTS = ['christmas', 'new-year', 'easter'] as const
const DAY_NAMES: readonly string[] = [...WEEKDAYS, ...FEASTS, 'weekend']
export const SHAPES = ['landscape', 'upright', 'square', 'panorama'] as const
export const FILTER_TYPES = ['jpeg', 'heic', 'png', 'screenshot'] as const

/** Most words of `name`, and characters of a search. */
export const NAME_WORDS_MAX = 5
export const SEARCH_TEXT_MAX = 200

const DATE = String.raw`\d{4}(?:-\d\d(?:-\d\d)?)?`
const DATE_PATTERN = new RegExp(`^(?:${DATE}|${DATE}\\.\\.(?:${DATE})?|\\.\\.${DATE})$`)
const DAYS_PATTERN = /^\d\d-\d\d\.\.\d\d-\d\d$/

/** One value or several, as a query string has them; sorted, each once. */
const values = <T extends z.core.$ZodType<string>>(value: T, max: number) =>
  z.preprocess(
    input => (typeof input === 'string' ? [input] : input),
    z
      .array(value)
      .min(1)
      .max(max)
      .overwrite(all => [...new Set(all)].sort()),
  )

const dates = values(z.string().refine(isDateValue, { error: 'not-valid' satisfies FieldIssue }), 40)
const code = text({ min: 1, max: 100 })

/** The fields of a filter, for the query of a call. */
export const filterFields = {
  /** Years, months or days, 'from..to' of them; one end may be empty. */
  date: dates.optional(),
  days: values(z.string().refine(isDaysValue, { error: 'not-valid' satisfies FieldIssue }), 7).optional(),
  undated: z.literal('true').optional(),
  /** Ids of the account's cameras; 0: those beyond the ones that are told apart. */
  camera: values(z.string().regex(/^\d{1,3}$/), 20).optional(),
  album: values(z.uuid().toLowerCase(), 20).optional(),
  /** Codes of ordered products. */
  product: values(code, 20).optional(),
  project: values(code, 20).optional(),
  printed: z.enum(['yes', 'never']).optional(),
  shape: values(z.enum(SHAPES), SHAPES.length).optional(),
  /** Edges of a print in centimetres, the shorter one first, for which the pixels suffice at 180 dpi. */
  print: z
    .string()
    .regex(/^\d{1,3}x\d{1,3}$/)
    .optional(),
  type: values(z.enum(FILTER_TYPES), FILTER_TYPES.length).optional(),
  /** Words that all occur in file name or title; those between quotes stand together. */
  name: z.optional(
    text({ min: 1, max: SEARCH_TEXT_MAX }).check(
      z.refine(hasFewWords, { error: 'too-many' satisfies FieldIssue }),
    ),
  ),
  added: dates.optional(),
}

/** Unknown fields are refused, so that a misspelt one does not find everything. */
export const photoFilter = z.strictObject(filterFields)
export type PhotoFilter = z.output<typeof photoFilter>

/** Returns the fields of a filter in the query of a call, in the order in which they are written. */
export function pickFilter(query: PhotoFilter & Record<string, unknown>): PhotoFilter {
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

/** Reads the filter of a query string; undefined when it is not valid. */
export function parseFilter(query: string | URLSearchParams): PhotoFilter | undefined {
  const fields: Record<string, string | string[]> = {}
  for (const [field, value] of new URLSearchParams(query)) {
    const former = fields[field]
    fields[field] = former === undefined ? value : [former, value].flat()
  }
  return photoFilter.safeParse(fields).data
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
 * Returns file names, titles and searched words as they are compared (NX-212): lower case without accents, words of letters and
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

function hasFewWords(name: string): boolean {
  const { length } = splitNameWords(name)
  return length > 0 && length <= NAME_WORDS_MAX
}

function isDateValue(value: string): boolean {
  if (!DATE_PATTERN.test(value)) return false
  const ends = value.split('..')
  const [from, to] = ends
  return ends.every(end => end === '' || isDate(end)) && (!from || !to || from <= to || to.startsWith(from))
}

function isDaysValue(value: string): boolean {
  if (DAY_NAMES.includes(value)) return true
  return DAYS_PATTERN.test(value) && value.split('..').every(day => isDate(`2000-${day}`))
}

function isDate(date: string): boolean {
  const [year, month = '01', day = '01'] = date.split('-')
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number(year) >= 1000 && !Number.isNaN(time.getTime()) && time.toISOString().slice(8, 10) === day
}
