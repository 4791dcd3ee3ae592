import { createHash } from 'node:crypto'

/** SHA-256 of a JSON value in its canonical form: names sorted by UTF-16 code units, no spaces (RFC 8785). */
export const hashContent = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortNames(content)))
    .digest('hex')

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  // A prototype would take the name __proto__ for itself.
  const sorted = Object.create(null) as Record<string, unknown>
  for (const name of names) sorted[name] = sortNames((value as Record<string, unknown>)[name])
  return sorted
}
