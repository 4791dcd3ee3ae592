/**
 * What a schema of the contract accepts, as data. The build replaces the contract's schemas by shapes, so that the
 * first page does not load zod (decision 0030).
 */
export interface Shape {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  /** Keys of `properties` that may be missing. */
  optional?: string[]
  /** Every key that `keys` lists is needed. */
  complete?: boolean
  /** Other keys than those of `properties` are refused. */
  strict?: boolean
  keys?: Shape
  values?: Shape
  items?: Shape
  /** Bounds of a number, or of the length of a string or list. */
  min?: number
  max?: number
  /** A key of PATTERNS, or the source of a regular expression. */
  pattern?: string
  url?: 'any' | 'http'
}

/** Replaces a contract schema in the browser; offers the part of zod's interface that the web uses. */
export interface ShapeSchema {
  definition: Shape
  options: unknown[]
  safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: ShapeError }
}

export function shape(definition: Shape): ShapeSchema {
  return {
    definition,
    options: definition.enum ?? [],
    safeParse: value => {
      const at = mismatch(value, definition)
      return at === undefined ? { success: true, data: value } : { success: false, error: new ShapeError(at) }
    },
  }
}

/** Path of the first invalid value ('images.3.size'), '' for the root, undefined if the value is valid (PL-149). */
export function mismatch(value: unknown, s: Shape): string | undefined {
  if (s.type && !isType(value, s.type)) return ''
  if (s.enum && !s.enum.includes(value)) return ''
  if (s.anyOf) return s.anyOf.some(each => mismatch(value, each) === undefined) ? undefined : ''
  if (typeof value === 'string') return fitsText(value, s) ? undefined : ''
  if (typeof value === 'number') return isBetween(value, s) ? undefined : ''
  if (Array.isArray(value)) return isBetween(value.length, s) ? mismatchInList(value, s) : ''
  if (typeof value === 'object' && value !== null)
    return mismatchInObject(value as Record<string, unknown>, s)
  return undefined
}

/** Long patterns of zod that occur often. */
export const PATTERNS: Record<string, RegExp> = {
  uuid: /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/,
  instant:
    /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d)))$/,
}

class ShapeError extends Error {
  override name = 'ShapeError'

  constructor(at: string) {
    super(`Unexpected value at '${at}'`)
  }
}

function isType(value: unknown, type: Shape['type']): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

const isBetween = (value: number, { min, max }: Shape) =>
  (min === undefined || value >= min) && (max === undefined || value <= max)

function fitsText(value: string, s: Shape) {
  if (!isBetween(value.length, s)) return false
  if (s.pattern && !compiledPattern(s.pattern).test(value)) return false
  return !s.url || fitsUrl(value, s.url)
}

function fitsUrl(value: string, kind: 'any' | 'http') {
  if (value !== value.trim() || /[\t\n\r]/.test(value)) return false
  return (kind === 'any' || /^https?:\/\//i.test(value)) && URL.canParse(value)
}

function mismatchInList(value: unknown[], { items }: Shape) {
  if (!items) return undefined
  for (let index = 0; index < value.length; index++) {
    const at = mismatch(value[index], items)
    if (at !== undefined) return join(index, at)
  }
  return undefined
}

function mismatchInObject(value: Record<string, unknown>, s: Shape) {
  for (const key of requiredKeys(s)) if (!Object.hasOwn(value, key)) return key
  for (const key of Object.keys(value)) {
    const known = s.properties && Object.hasOwn(s.properties, key) ? s.properties[key] : s.values
    if ((s.strict && !known) || (s.keys && mismatch(key, s.keys) !== undefined)) return key
    const at = known && mismatch(value[key], known)
    if (at !== undefined) return join(key, at)
  }
  return undefined
}

/** The keys an object must have; computed once per shape. */
function requiredKeys(s: Shape): string[] {
  let keys = required.get(s)
  if (!keys) {
    keys = s.complete
      ? (s.keys?.enum ?? []).map(String)
      : Object.keys(s.properties ?? {}).filter(key => !s.optional?.includes(key))
    required.set(s, keys)
  }
  return keys
}

const required = new WeakMap<Shape, string[]>()

const join = (key: string | number, rest: string) => (rest ? `${key}.${rest}` : String(key))

const expressionCache = new Map<string, RegExp>(Object.entries(PATTERNS))

function compiledPattern(pattern: string) {
  let found = expressionCache.get(pattern)
  if (!found) {
    found = new RegExp(pattern)
    expressionCache.set(pattern, found)
  }
  return found
}
