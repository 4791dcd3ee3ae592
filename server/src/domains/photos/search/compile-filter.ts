import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { normalizePhotoName, type PhotoFilter, splitNameWords } from '#contract/filter-query.ts'
import { getPixelsFor } from '#contract/print-quality.ts'
import {
  createTakenRanges,
  EXACTNESS,
  formatDay,
  parseDate,
  splitDays,
  type TakenRange,
  toWeekdays,
  type YearSpan,
} from './taken-ranges.ts'

/** Photos by other facts than their own, which the domains that have them find out. */
export interface FilterLists {
  /** Queries for `photo_id`: the photos are in all of them. */
  within: readonly RawBuilder<unknown>[]
  /** The photos are not among these. */
  without?: readonly string[] | undefined
  /** By each word of the field `name`: conditions of photos that have it by their album or place. */
  named?: ReadonlyMap<string, readonly RawBuilder<SqlBool>[]>
}

/** A filter as SQL on the columns of photo_facts, called `f`. */
export interface CompiledFilter {
  condition: RawBuilder<SqlBool>
  lists: readonly RawBuilder<unknown>[]
  /** Ranges of the date taken, without overlaps; null: any. */
  ranges: readonly TakenRange[] | null
  /** The same ranges as a condition. */
  rangesCondition: RawBuilder<SqlBool>
}

/** Compiles a filter; `lists` are those of its fields album, product, project and printed. */
export function compileFilter(filter: PhotoFilter, lists: FilterLists, span: YearSpan): CompiledFilter {
  const ranges = createTakenRanges(filter, span)
  return {
    condition: all([...listConditions(filter, lists), ...(lists.without ? [isNoneOf(lists.without)] : [])]),
    lists: lists.within,
    ranges,
    rangesCondition: ranges === null ? sql<SqlBool>`true` : isInRanges(filter, ranges, span),
  }
}

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

const any = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

const isNoneOf = (photoIds: readonly string[]) => sql<SqlBool>`f.photo_id <> all(${photoIds}::uuid[])`

function* listConditions(filter: PhotoFilter, { named }: FilterLists): Generator<RawBuilder<SqlBool>> {
  if (filter.undated) yield sql<SqlBool>`f.taken_unknown`
  if (filter.date ?? filter.days) yield sql<SqlBool>`not f.taken_unknown`
  if (filter.place) yield isInPlaces(filter.place)
  if (filter.camera) yield sql<SqlBool>`f.camera_id = any(${filter.camera.map(Number)}::smallint[])`
  if (filter.shape) yield any(filter.shape.map(shape => SHAPES[shape]!))
  if (filter.print) yield isPrintable(filter.print)
  if (filter.type) yield any(filter.type.map(isOfType))
  for (const word of filter.name ? splitNameWords(filter.name) : [])
    yield any([hasWord(word), ...(named?.get(word) ?? [])])
  if (filter.added) yield any(filter.added.map(isAdded))
}

const COUNTRY = 'country:'

/** Whether a photo is in one of the towns or countries. */
export function isInPlaces(places: readonly string[]): RawBuilder<SqlBool> {
  const countries = places
    .filter(place => place.startsWith(COUNTRY))
    .map(place => place.slice(COUNTRY.length))
  const towns = places.filter(place => !place.startsWith(COUNTRY)).map(Number)
  return any([
    ...(towns.length > 0 ? [sql<SqlBool>`f.place_id = any(${towns}::int[])`] : []),
    ...(countries.length > 0 ? [sql<SqlBool>`f.country = any(${countries}::text[])`] : []),
  ])
}

const SHAPES: Readonly<Record<string, RawBuilder<SqlBool>>> = {
  landscape: sql<SqlBool>`f.width > f.height * 1.03`,
  upright: sql<SqlBool>`f.height > f.width * 1.03`,
  square: sql<SqlBool>`(f.width <= f.height * 1.03 and f.height <= f.width * 1.03 and f.width > 0)`,
  panorama: sql<SqlBool>`(f.width >= f.height * 2 and f.height > 0)`,
}

function isPrintable(print: string): RawBuilder<SqlBool> {
  const [shortEdge = 0, longEdge = 0] = print
    .split('x')
    .map(cm => Number(cm) * 10)
    .sort((a, b) => a - b)
  const { short, long } = getPixelsFor({ short: shortEdge, long: longEdge }, 'good')
  return sql<SqlBool>`(least(f.width, f.height) >= ${short}::int and greatest(f.width, f.height) >= ${long}::int)`
}

const isOfType = (type: string): RawBuilder<SqlBool> =>
  type === 'screenshot'
    ? sql<SqlBool>`f.kind = 'screenshot'`
    : sql<SqlBool>`f.content_type = ${`image/${type}`}`

/** Shortest word that the index of names finds inside of others. */
const INDEXED_LENGTH = 3

/** Words of one or two characters are found at the start of others only. */
function hasWord(word: string): RawBuilder<SqlBool> {
  const normalized = normalizePhotoName(word)
  // Signs are in no normalized name.
  if (normalized === '') return sql<SqlBool>`false`
  const pattern = escapePattern(normalized)
  if (normalized.length < INDEXED_LENGTH) return any([`${pattern}%`, `% ${pattern}%`].map(isLike))
  // 'emmas' is the first word of 'Emma’s party', too.
  const owner = /^.{2,}(?=s$)/.exec(pattern)
  return any([`%${pattern}%`, ...(owner ? [`%${owner} s`, `%${owner} s %`] : [])].map(isLike))
}

/** Whether a name has a word, by the rule of the condition. */
export function hasNameWord(name: string, word: string): boolean {
  const searched = normalizePhotoName(word)
  const names = [name, name.replaceAll(/['’]/g, '')].map(each => ` ${normalizePhotoName(each)}`)
  const part = searched.length < INDEXED_LENGTH ? ` ${searched}` : searched
  return searched !== '' && names.some(each => each.includes(part))
}

const isLike = (pattern: string) => sql<SqlBool>`f.name_norm like ${pattern}`

const escapePattern = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

function isAdded(value: string): RawBuilder<SqlBool> {
  const { from, to } = parseDate(value)
  return sql<SqlBool>`(f.created_at >= ${toInstant(from)}::timestamptz and f.created_at < ${toInstant(to)}::timestamptz)`
}

function toInstant(day: number): string {
  const text = formatDay(day)
  return text.endsWith('infinity') ? text : `${text}T00:00:00Z`
}

/** Ranges up to this number are conditions of their own. */
export const CONDITIONS_MAX = 60

function isInRanges(filter: PhotoFilter, ranges: readonly TakenRange[], span: YearSpan): RawBuilder<SqlBool> {
  if (ranges.length <= CONDITIONS_MAX) return any(ranges.map(isInRange))
  const { weekdays, others } = splitDays(filter.days ?? [])
  if (weekdays.length === 0) return any(ranges.map(isInRange))
  // Thousands of days would be compared for each photo.
  const numbers = weekdays.flatMap(toWeekdays).map(weekday => weekday + 1)
  const rest = createTakenRanges({ date: filter.date, ...(others.length > 0 && { days: others }) }, span)
  return all([
    sql<SqlBool>`extract(isodow from f.taken_sort) = any(${numbers}::int[])`,
    isExactTo('day'),
    ...(rest ? [any(rest.map(isInRange))] : []),
  ])
}

function isInRange({ from, to, exactness }: TakenRange): RawBuilder<SqlBool> {
  const range = sql`f.taken_sort >= ${formatDay(from)}::timestamp and f.taken_sort < ${formatDay(to)}::timestamp`
  return sql<SqlBool>`(${range} and ${isExactTo(exactness)})`
}

const isExactTo = (exactness: TakenRange['exactness']): RawBuilder<SqlBool> =>
  exactness === 'year'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`f.taken_precision <> all(${EXACTNESS.slice(EXACTNESS.indexOf(exactness) + 1)}::text[])`
