import { FILTER_FIELDS } from '#contract/filter-fields.ts'

/** A parsed query string: strings only, a list where a name occurs more than once. */
export type Search = Record<string, string | string[] | undefined>

/** Keeps every value as a string: the router's default parses '1' as a number and writes '"1"'. */
export function parseSearch(query: string): Search {
  const parameters = new URLSearchParams(query)
  const search: Search = {}
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    search[name] = values.length === 1 ? values[0] : values
  }
  return search
}

/** Formats the query: '' or '?…'; undefined and null are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null) parameters.append(name, String(each))
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}

/**
 * Returns the query after a navigation: the current one, overridden by the target's. Set a name to undefined to remove
 * it. Parameters that belong to a single page are not kept.
 */
export function mergeSearch(current: Search, target: Search): Search {
  const remainingParameters = Object.entries(current).filter(([name]) => !SINGLE_PAGE_PARAMETERS.has(name))
  return { ...Object.fromEntries(remainingParameters), ...target }
}

const SINGLE_PAGE_PARAMETERS = new Set<string>([
  // Of the search of photos.
  ...FILTER_FIELDS,
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'confirmation-token',
  'keep-token',
  'email',
  'album_id',
  'return_to',
  'page',
  'tab',
  'q',
  'year',
  // Of a report.
  'reason',
  // Of a suggested selection.
  'source',
])
