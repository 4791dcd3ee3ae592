import type { PhotoFilter } from '#contract/filter-query.ts'
import { ratePrint } from '#contract/print-quality.ts'

/** A photo as the tests insert it. */
export interface OraclePhoto {
  photo_id: string
  file_name: string
  content_type: string
  /** 'YYYY-MM-DDTHH:mm:ss'. */
  taken_sort: string
  taken_unknown: boolean
  taken_precision: 'second' | 'day' | 'month' | 'year'
  taken_month: number
  created_at: string
  width: number
  height: number
  camera_id: number | null
  place_id: number | null
  country: string | null
  kind: string | null
  binned: boolean
}

/** Whether a filter finds the photo, by the meaning of its fields and without any index. */
export function matchesFilter(photo: OraclePhoto, filter: PhotoFilter): boolean {
  const some = <T>(values: readonly T[] | undefined, matches: (value: T) => boolean) =>
    !values || values.some(matches)
  const day = photo.taken_sort.slice(0, 10)
  return (
    (!filter.undated || photo.taken_unknown) &&
    some(filter.date, value => !photo.taken_unknown && isInDate(day, value) && isExactEnough(photo, value)) &&
    [true, false].every(isOfWeek => {
      const days = filter.days?.filter(value => isWeekday(value) === isOfWeek) ?? []
      return days.length === 0 || days.some(value => !photo.taken_unknown && isOnDay(photo, day, value))
    }) &&
    some(filter.place, value =>
      value.startsWith('country:') ? photo.country === value.slice(8) : photo.place_id === Number(value),
    ) &&
    some(filter.camera, value => photo.camera_id === Number(value)) &&
    some(filter.shape, value => hasShape(photo, value)) &&
    (!filter.print || isPrintable(photo, filter.print)) &&
    some(filter.type, value =>
      value === 'screenshot' ? photo.kind === 'screenshot' : photo.content_type === `image/${value}`,
    ) &&
    (!filter.name ||
      (filter.name.match(/"[^"]*"|\S+/g) ?? []).every(word => hasWord(photo.file_name, word))) &&
    some(filter.added, value => isInDate(photo.created_at.slice(0, 10), value))
  )
}

const isWeekday = (value: string) => value === 'weekend' || /^(?:mon|tue|wed|thu|fri|sat|sun)$/.test(value)

function isInDate(day: string, value: string): boolean {
  const [from, to = from] = value.split('..') as [string, string?]
  return (!from || day >= from) && (!to || day.slice(0, to.length) <= to)
}

function isExactEnough({ taken_precision: precision }: OraclePhoto, value: string): boolean {
  const longest = Math.max(...value.split('..').map(end => end.length))
  if (longest === 10) return precision === 'second' || precision === 'day'
  return longest === 4 || precision !== 'year'
}

const EASTER_SUNDAYS: Record<string, string> = {
  2016: '2016-03-27',
  2017: '2017-04-16',
  2018: '2018-04-01',
  2019: '2019-04-21',
  2020: '2020-04-12',
  2021: '2021-04-04',
  2022: '2022-04-17',
  2023: '2023-04-09',
  2024: '2024-03-31',
}

function isOnDay({ taken_precision: precision }: OraclePhoto, day: string, value: string): boolean {
  const date = day.slice(5)
  const isDayKnown = precision === 'second' || precision === 'day'
  if (value === 'christmas') return isDayKnown && ['12-24', '12-25', '12-26'].includes(date)
  if (value === 'new-year') return isDayKnown && ['12-31', '01-01'].includes(date)
  if (value === 'easter') {
    const days = (Date.parse(day) - Date.parse(EASTER_SUNDAYS[day.slice(0, 4)] ?? '')) / 86_400_000
    return isDayKnown && days >= -2 && days <= 1
  }
  const weekday = new Date(day).getUTCDay()
  if (value === 'weekend') return isDayKnown && (weekday === 0 || weekday === 6)
  if (value.length === 3)
    return isDayKnown && ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][weekday] === value
  const [from, given] = value.split('..') as [string, string]
  const to = given === '02-28' && from === '02-01' ? '02-29' : given
  const isIn = from <= to ? date >= from && date <= to : date >= from || date <= to
  const isWholeMonths = from.endsWith('-01') && ['02-29', '08-31'].includes(to)
  return isIn && (isDayKnown || (isWholeMonths && precision === 'month'))
}

function hasShape({ width, height }: OraclePhoto, shape: string): boolean {
  if (shape === 'landscape') return width > height * 1.03
  if (shape === 'upright') return height > width * 1.03
  if (shape === 'panorama') return height > 0 && width / height >= 2
  return width > 0 && width <= height * 1.03 && height <= width * 1.03
}

function isPrintable({ width, height }: OraclePhoto, print: string): boolean {
  const [short, long] = print
    .split('x')
    .map(Number)
    .sort((a, b) => a - b) as [number, number]
  const rating = ratePrint({ width, height }, { short: short * 10, long: long * 10 })
  return rating?.quality === 'good' || rating?.quality === 'excellent'
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[öé]/g, letter => (letter === 'ö' ? 'o' : 'e'))
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

function hasWord(fileName: string, word: string): boolean {
  const [name, searched] = [plain(fileName), plain(word)]
  if (searched === '') return false
  return searched.length < 3 ? ` ${name}`.includes(` ${searched}`) : name.includes(searched)
}
