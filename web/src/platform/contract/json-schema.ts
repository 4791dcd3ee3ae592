/**
 * The part of JSON Schema 2020-12 that the contract uses. The build replaces the contract's schemas by it, so that the first
 * page does not load zod.
 */
export interface JsonSchema {
  type?: Type | Type[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | false
  propertyNames?: JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

type Type = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** Replaces a contract schema in the browser; offers the part of zod's interface that the web uses. */
export interface BrowserSchema {
  safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: Error }
}

export function browserSchema(definition: JsonSchema): BrowserSchema {
  return {
    safeParse: value => {
      const at = findMismatch(value, definition)
      if (at === undefined) return { success: true, data: value }
      return { success: false, error: new Error(`Unexpected value at '${at}'`) }
    },
  }
}

/** Returns the path of the first invalid value ('images.3.size'), '' for the root, undefined if the value is valid. */
export function findMismatch(value: unknown, s: JsonSchema): string | undefined {
  if (s.type && ![s.type].flat().some(type => isType(value, type))) return ''
  if (s.enum && !s.enum.includes(value)) return ''
  if ('const' in s && s.const !== value) return ''
  const options = s.anyOf ?? s.oneOf
  if (options?.every(each => findMismatch(value, each) !== undefined)) return ''
  if (typeof value === 'string') return isText(value, s) ? undefined : ''
  if (typeof value === 'number') return isBetween(value, s.minimum, s.maximum) ? undefined : ''
  if (Array.isArray(value))
    return isBetween(value.length, s.minItems, s.maxItems) ? findListMismatch(value, s) : ''
  return isObject(value) ? findObjectMismatch(value, s) : undefined
}

/** Patterns of zod's formats; the build compares them with zod's own. */
export const FORMATS: Record<string, RegExp> = {
  uuid: /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/,
  'date-time':
    /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d)))$/,
}

function isType(value: unknown, type: Type): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBetween = (value: number, min = -Infinity, max = Infinity) => value >= min && value <= max

function isText(value: string, { minLength, maxLength, pattern, format }: JsonSchema) {
  if (!isBetween(value.length, minLength, maxLength)) return false
  if (pattern && !getExpression(pattern).test(value)) return false
  if (format === 'uri') return value === value.trim() && !/[\t\n\r]/.test(value) && URL.canParse(value)
  return !format || Boolean(FORMATS[format]?.test(value))
}

function findListMismatch(value: unknown[], { items }: JsonSchema) {
  if (!items) return undefined
  for (let index = 0; index < value.length; index++) {
    const at = findMismatch(value[index], items)
    if (at !== undefined) return joinPath(index, at)
  }
  return undefined
}

function findObjectMismatch(value: Record<string, unknown>, s: JsonSchema) {
  for (const key of s.required ?? []) if (!Object.hasOwn(value, key)) return key
  for (const key of Object.keys(value)) {
    const propertySchema =
      s.properties && Object.hasOwn(s.properties, key) ? s.properties[key] : s.additionalProperties
    if (propertySchema === false || (s.propertyNames && findMismatch(key, s.propertyNames) !== undefined))
      return key
    const at = propertySchema && findMismatch(value[key], propertySchema)
    if (at !== undefined) return joinPath(key, at)
  }
  return undefined
}

const joinPath = (key: string | number, rest: string) => (rest ? `${key}.${rest}` : String(key))

const expressions = new Map<string, RegExp>()

function getExpression(pattern: string) {
  const expression = expressions.get(pattern) ?? new RegExp(pattern)
  expressions.set(pattern, expression)
  return expression
}
