/** A query string as the page knows it: texts only, a list where a name comes twice. */
export type Search = Record<string, string | string[] | undefined>

/** The router would read '1' as a number and write '"1"'; this keeps every value as it was written. */
export function parseSearch(query: string): Search {
  const parameters = new URLSearchParams(query)
  const search: Search = {}
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    search[name] = values.length === 1 ? values[0] : values
  }
  return search
}

/** '' or '?…'; what is undefined or null is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null) parameters.append(name, String(each))
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}

/**
 * The query of a navigation's target: its own one on top of the present one (PL-012). Set a name to undefined to drop
 * it. What serves one page only is never carried along.
 */
export function mergeSearch(present: Search, target: Search): Search {
  const carried = Object.entries(present).filter(([name]) => !ONCE.has(name))
  return { ...Object.fromEntries(carried), ...target }
}

const ONCE = new Set([
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'confirmation-token',
  'email',
  'album_id',
  'return_to',
])
