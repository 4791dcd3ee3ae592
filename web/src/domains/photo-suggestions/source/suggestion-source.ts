import { formatFilter, isEmptyFilter, type PhotoFilter, readFilter } from '#contract/filter-query.ts'
import type { PhotoSelection } from '#contract/photo-selection.ts'
import { type PeriodMonth, type Range, toMonthText } from './period.ts'
import { readSelection } from './selected-source.ts'

/** What a selection is suggested from; without `months` or `albumId` it is still to be chosen. */
export type SuggestionSourceChoice =
  | { kind: 'all' }
  | { kind: 'period'; months?: { first: string; last: string } }
  | { kind: 'album'; albumId?: string }
  | { kind: 'search'; filter: PhotoFilter }
  | { kind: 'selection' }
export type SourceKind = SuggestionSourceChoice['kind']

/** Reads the parameter `source` of the page's address; what is unknown is the whole library. */
export function parseSource(value: unknown): SuggestionSourceChoice {
  if (typeof value !== 'string') return { kind: 'all' }
  if (value === 'selection') return { kind: 'selection' }
  if (value === 'album') return { kind: 'album' }
  const albumId = /^album:(.+)$/.exec(value)?.[1]
  if (albumId) return { kind: 'album', albumId }
  const search = /^search:(.+)$/.exec(value)?.[1]
  const filter = search ? readFilter(search) : undefined
  if (filter && !isEmptyFilter(filter)) return { kind: 'search', filter }
  if (value === 'period') return { kind: 'period' }
  const [, first, last] = /^(\d{4}-\d\d)\.\.(\d{4}-\d\d)$/.exec(value) ?? []
  return first && last && first <= last ? { kind: 'period', months: { first, last } } : { kind: 'all' }
}

/** Formats the parameter `source`; undefined for the whole library. */
export function formatSource(source: SuggestionSourceChoice): string | undefined {
  if (source.kind === 'all') return undefined
  if (source.kind === 'period' && source.months) return `${source.months.first}..${source.months.last}`
  if (source.kind === 'search') return `search:${formatFilter(source.filter)}`
  return source.kind === 'album' && source.albumId ? `album:${source.albumId}` : source.kind
}

/** Returns the photos of the source; undefined for the whole library, null while the source is still to be chosen. */
export function toSelection(
  source: SuggestionSourceChoice,
  { period }: { period: readonly PeriodMonth[] },
): PhotoSelection | undefined | null {
  if (source.kind === 'all') return undefined
  if (source.kind === 'album') return source.albumId ? { albums: [{ albumId: source.albumId }] } : null
  if (source.kind === 'search') return { filters: [{ filter: source.filter }] }
  if (source.kind === 'selection') return readSelection()?.selection ?? null
  const months = period.filter(({ photos }) => photos > 0)
  return months.length > 0 ? { months: months.map(({ year, month }) => ({ year, month })) } : null
}

/** Returns the range of the source among the months; by default the last twelve. */
export function findRange(source: SuggestionSourceChoice, months: readonly PeriodMonth[]): Range {
  const last = months.length - 1
  if (source.kind !== 'period') return { from: 0, to: last }
  const chosen = source.months
  if (!chosen) return { from: Math.max(0, last - 11), to: last }
  const from = months.findIndex(month => toMonthText(month) >= chosen.first)
  const to = months.findLastIndex(month => toMonthText(month) <= chosen.last)
  return from < 0 || to < from ? { from: 0, to: last } : { from, to }
}
