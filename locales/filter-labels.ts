import type { FilterField } from '#contract/filter-query.ts'
import { createDateFormat } from './date-format.ts'
import type enGB from './en-GB.json'

/** Texts of labels, from the catalogue of a locale. */
export type FilterTexts = (
  id: keyof typeof enGB & `search.${string}`,
  values?: Record<string, string>,
) => string

/** Names of cameras, albums, products and projects by field and id. */
export type FilterNames = (field: FilterField, value: string) => string | undefined

/** Returns what a value of a filter is called: 'July 2024', 'Christmas', 'Canon EOS R5'. */
export function labelFilterValue(
  locale: string,
  texts: FilterTexts,
  names: FilterNames,
  [field, value]: readonly [FilterField, string],
): string {
  const dates = createDateLabels(locale, texts)
  switch (field) {
    case 'date':
      return dates.labelDate(value)
    case 'days':
      return dates.labelDays(value)
    case 'undated':
      return label(texts('search.word.undated'))
    case 'added':
      return texts('search.filter.added', { date: dates.labelDate(value) })
    case 'printed':
      return label(texts(value === 'never' ? 'search.word.never-printed' : 'search.word.printed'))
    case 'shape':
      return label(texts(`search.word.${value as 'landscape' | 'upright' | 'square' | 'panorama'}`))
    case 'print':
      return texts('search.filter.print', { size: value.replace('x', ' × ') })
    case 'type':
      return value === 'screenshot' ? label(texts('search.word.screenshot')) : value.toUpperCase()
    case 'name':
      return texts('search.filter.name', { words: value.replaceAll('"', '') })
    case 'product':
    case 'project':
      return texts('search.filter.product', { title: names(field, value) ?? value })
    default:
      return names(field, value) ?? (field === 'camera' ? texts('search.filter.other-cameras') : value)
  }
}

/** Words of the catalogue are alternatives apart by bars; the first one is the label. */
export const listWords = (text: string): string[] => text.split('|')

const label = (text: string): string => listWords(text)[0]!

/** The feasts of a language beside Christmas, New Year and Easter: days of each year, and their words. */
export const listFeasts = (text: string): { value: string; words: string[] }[] =>
  text.split(' / ').map(feast => {
    const [rule = '', words = ''] = feast.split('=')
    return { value: /^\d\d-\d\d$/.test(rule) ? `${rule}..${rule}` : rule, words: listWords(words) }
  })

/** Months of the seasons; winter ends in the year after. */
export const SEASONS = { spring: 3, summer: 6, autumn: 9, winter: 12 } as const
export type Season = keyof typeof SEASONS

function createDateLabels(locale: string, texts: FilterTexts) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    createDateFormat(locale, { timeZone: 'UTC', ...options })
  const labelEnd = (end: string): string => {
    const options = OPTIONS[end.length]
    return options ? capitalize(format(options).format(Date.parse(end))) : end
  }
  const labelDate = (value: string): string => {
    const [from = '', to] = value.split('..')
    if (to === undefined || from === to) return labelEnd(from)
    if (to === '') return texts('search.filter.since', { date: labelEnd(from) })
    if (from === '') return texts('search.filter.until', { date: labelEnd(to) })
    const season = findSeason(from, to)
    if (season) return `${label(texts(`search.word.${season}`))} ${from.slice(0, 4)}`
    const options = OPTIONS[from.length]
    if (options && from.length === to.length)
      return capitalize(format(options).formatRange(Date.parse(from), Date.parse(to)))
    return `${labelEnd(from)} – ${labelEnd(to)}`
  }
  const labelDays = (value: string): string => {
    if (value === 'christmas' || value === 'new-year' || value === 'easter' || value === 'weekend')
      return label(texts(`search.word.${value}`))
    const weekday = WEEKDAY_DATES[value]
    if (weekday) return capitalize(format({ weekday: 'long' }).format(Date.parse(weekday)))
    const feast = listFeasts(texts('search.feasts')).find(each => each.value === value)
    // Days that the language has no feast on, in the address of another one.
    if (feast || !/^\d/.test(value)) return feast ? feast.words[0]! : texts('search.kind.date')
    const [from = '', to = ''] = value.split('..')
    const season = Object.entries(DAYS_OF_SEASONS).find(([, days]) => days === value)?.[0] as
      | Season
      | undefined
    if (season) return label(texts(`search.word.${season}`))
    const [start, end] = [Date.parse(`2000-${from}`), Date.parse(`2000-${to}`)]
    if (from === to) return capitalize(format({ day: 'numeric', month: 'long' }).format(start))
    const isMonth = from.slice(0, 2) === to.slice(0, 2) && from.endsWith('-01') && isLastDay(to)
    if (isMonth) return capitalize(format({ month: 'long' }).format(start))
    return format({ day: 'numeric', month: 'long' }).formatRange(
      start,
      end < start ? end + 366 * 86_400_000 : end,
    )
  }
  return { labelDate, labelDays }
}

const OPTIONS: Readonly<Record<number, Intl.DateTimeFormatOptions>> = {
  4: { year: 'numeric' },
  7: { year: 'numeric', month: 'long' },
  10: { year: 'numeric', month: 'long', day: 'numeric' },
}

/** The days of a season in every year, as the filter has them. */
export const DAYS_OF_SEASONS: Readonly<Record<Season, string>> = {
  spring: '03-01..05-31',
  summer: '06-01..08-31',
  autumn: '09-01..11-30',
  winter: '12-01..02-29',
}

const WEEKDAY_DATES: Readonly<Record<string, string>> = {
  mon: '2024-01-01',
  tue: '2024-01-02',
  wed: '2024-01-03',
  thu: '2024-01-04',
  fri: '2024-01-05',
  sat: '2024-01-06',
  sun: '2024-01-07',
}

function findSeason(from: string, to: string): Season | undefined {
  const seasons = Object.keys(SEASONS) as Season[]
  return seasons.find(season => formatSeason(season, Number(from.slice(0, 4))) === `${from}..${to}`)
}

/** Returns a season of a year as the filter has it: winter 2025 is December 2025 to February 2026. */
export function formatSeason(season: Season, year: number): string {
  const first = SEASONS[season]
  const end = first === 12 ? `${year + 1}-02` : `${year}-${String(first + 2).padStart(2, '0')}`
  return `${year}-${String(first).padStart(2, '0')}..${end}`
}

const isLastDay = (day: string): boolean =>
  new Date(Date.parse(`2000-${day}`) + 86_400_000).getUTCDate() === 1

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
