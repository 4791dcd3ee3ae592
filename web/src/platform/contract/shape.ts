/**
 * The part of JSON Schema that zod writes for the contract. The build replaces the contract's schemas by these, so
 * neither zod nor its run-time code generation (which the CSP forbids) reaches the browser.
 */
export interface JsonShape {
  type?: JsonType | JsonType[]
  properties?: Record<string, JsonShape>
  required?: string[]
  additionalProperties?: boolean | JsonShape
  propertyNames?: JsonShape
  items?: JsonShape
  minItems?: number
  maxItems?: number
  anyOf?: JsonShape[]
  oneOf?: JsonShape[]
  allOf?: JsonShape[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** Where a value leaves its shape ('images.3.size'), '' for the value itself, undefined if it fits (PL-149). */
export function misfit(value: unknown, shape: JsonShape): string | undefined {
  return find(value, shape, '')
}

/** Stands in for a contract schema in the browser; has what the web may use of one. */
export function shape(json: JsonShape): ShapeSchema {
  return {
    options: json.enum ?? [],
    safeParse: value => {
      const at = misfit(value, json)
      return at === undefined ? { success: true, data: value } : { success: false, error: new ShapeError(at) }
    },
    parse: value => {
      const at = misfit(value, json)
      if (at !== undefined) throw new ShapeError(at)
      return value
    },
  }
}

export interface ShapeSchema {
  options: unknown[]
  safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: ShapeError }
  parse: (value: unknown) => unknown
}

class ShapeError extends Error {
  override name = 'ShapeError'

  constructor(at: string) {
    super(`Unexpected value at '${at}'`)
  }
}

function find(value: unknown, s: JsonShape, at: string): string | undefined {
  if (s.type && ![s.type].flat().some(type => isType(value, type))) return at
  if (s.enum && !s.enum.includes(value)) return at
  if (s.const !== undefined && s.const !== value) return at
  if (s.anyOf && !s.anyOf.some(each => find(value, each, at) === undefined)) return at
  if (s.oneOf && s.oneOf.filter(each => find(value, each, at) === undefined).length !== 1) return at
  for (const each of s.allOf ?? []) {
    const wrong = find(value, each, at)
    if (wrong !== undefined) return wrong
  }
  if (typeof value === 'string') return fitsText(value, s) ? undefined : at
  if (typeof value === 'number') return fitsNumber(value, s) ? undefined : at
  if (Array.isArray(value)) return findInList(value, s, at)
  if (typeof value === 'object' && value !== null)
    return findInObject(value as Record<string, unknown>, s, at)
  return undefined
}

function isType(value: unknown, type: JsonType): boolean {
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

function fitsText(value: string, s: JsonShape) {
  if (value.length < (s.minLength ?? 0) || value.length > (s.maxLength ?? Number.POSITIVE_INFINITY))
    return false
  if (s.pattern && !expression(s.pattern).test(value)) return false
  return s.format !== 'uri' || URL.canParse(value)
}

function fitsNumber(value: number, s: JsonShape) {
  return (
    value >= (s.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (s.maximum ?? Number.POSITIVE_INFINITY) &&
    value > (s.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
    value < (s.exclusiveMaximum ?? Number.POSITIVE_INFINITY)
  )
}

function findInList(value: unknown[], s: JsonShape, at: string) {
  if (value.length < (s.minItems ?? 0) || value.length > (s.maxItems ?? Number.POSITIVE_INFINITY)) return at
  if (!s.items) return undefined
  for (const [index, each] of value.entries()) {
    const wrong = find(each, s.items, join(at, index))
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function findInObject(value: Record<string, unknown>, s: JsonShape, at: string) {
  for (const key of s.required ?? []) if (!Object.hasOwn(value, key)) return join(at, key)
  for (const [key, each] of Object.entries(value)) {
    if (s.propertyNames && find(key, s.propertyNames, at) !== undefined) return join(at, key)
    const known =
      s.properties && Object.hasOwn(s.properties, key) ? s.properties[key] : s.additionalProperties
    if (known === false) return join(at, key)
    const wrong = typeof known === 'object' ? find(each, known, join(at, key)) : undefined
    if (wrong !== undefined) return wrong
  }
  return undefined
}

const join = (at: string, key: string | number) => (at ? `${at}.${key}` : String(key))

const expressions = new Map<string, RegExp>()

function expression(pattern: string) {
  let found = expressions.get(pattern)
  if (!found) {
    found = new RegExp(pattern)
    expressions.set(pattern, found)
  }
  return found
}
