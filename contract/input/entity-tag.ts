/**
 * Returns the strong entity tag of a state that calls replace (RFC 9110, 8.8.3), for If-Match: the first 16 bytes of the
 * SHA-256 of its JSON with sorted names, without fields that have no value. Client and server compute it from the same
 * fields, so that lists need no tag for each of their entries. Rejects outside secure contexts (plain http).
 */
export async function createEntityTag(state: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(normalize(state)))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16)
  return `"${Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** The state of an address that a change replaces: which one is the default is changed beside it. */
export function getAddressState<A extends { id: unknown; isDefault: unknown }>({
  id: _,
  isDefault: __,
  ...details
}: A) {
  return details
}

/** The state of business details that a change replaces; null before the first ones. */
export function getBusinessState<D extends { vatNumberWarning?: unknown }>(details: D | null) {
  if (!details) return null
  const { vatNumberWarning: _, ...state } = details
  return state
}

/** The parts of a record that a change with these names replaces. */
export function getReplacedParts<R extends object>(record: R, names: readonly string[]): Partial<R> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as Partial<R>
}

function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalize)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, part]) => part !== undefined && part !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => [name, normalize(part)])
}
