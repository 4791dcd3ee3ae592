import type { core } from 'zod'
import { PATTERNS, type Shape } from './shape.ts'

/**
 * The shape that accepts what the schema accepts; undefined for z.undefined(), which means no body. Throws
 * UnsupportedRuleError for everything that a shape does not check, so that the browser checks every rule. Two
 * differences, neither of which matters for the server's answers: a key that a plain object does not declare stays
 * in the value, and an address that zod would trim is refused.
 */
export function shapeOf(schema: core.$ZodType, at: string): Shape | undefined {
  const { type } = (schema as core.$ZodTypes)._zod.def
  return type === 'undefined' ? undefined : compile(schema, at)
}

/** A rule of a schema that the browser would not check. */
export class UnsupportedRuleError extends Error {
  override name = 'UnsupportedRuleError'

  constructor(at: string, rule: string) {
    super(`${at}: the browser's version of the contract cannot check '${rule}'`)
  }
}

function compile(schema: core.$ZodType, at: string): Shape {
  const { def } = (schema as core.$ZodTypes)._zod
  const supported = KEYS[def.type]
  const unsupported = Object.entries(def).find(([key, value]) => !supported?.includes(key) && isSet(value))
  if (!supported || unsupported)
    throw new UnsupportedRuleError(
      at,
      supported && unsupported ? `${def.type} with ${unsupported[0]}` : def.type,
    )
  const shape = compileType(def, at)
  // A schema such as z.uuid() is its own first check.
  const own = 'check' in def ? [def as core.$ZodCheckDef] : []
  for (const check of [...own, ...(def.checks ?? []).map(each => each._zod.def)]) addCheck(shape, check, at)
  return shape
}

/** The parts of a definition that are compiled; a schema with any other part is refused. */
const COMMON = ['type', 'checks', 'error', 'abort']
const KEYS: Partial<Record<string, string[]>> = {
  string: [...COMMON, 'check', 'format', 'pattern', 'protocol', 'offset', 'local'],
  number: [...COMMON, 'check', 'format'],
  boolean: COMMON,
  null: COMMON,
  unknown: COMMON,
  literal: [...COMMON, 'values'],
  enum: [...COMMON, 'entries'],
  array: [...COMMON, 'element'],
  object: [...COMMON, 'shape', 'catchall'],
  record: [...COMMON, 'keyType', 'valueType', 'partial'],
  union: [...COMMON, 'options', 'discriminator', 'inclusive'],
  nullable: [...COMMON, 'innerType'],
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== false

function compileType(def: core.$ZodTypes['_zod']['def'], at: string): Shape {
  switch (def.type) {
    case 'literal':
      return { enum: def.values }
    case 'enum':
      return { enum: Object.values(def.entries) }
    case 'array':
      return { type: 'array', items: compile(def.element, `${at}[]`) }
    case 'object':
      return compileObject(def, at)
    case 'record':
      return compileRecord(def, at)
    case 'union':
      // With a discriminator at most one option accepts a value, so exclusive and inclusive are the same.
      if (def.inclusive === false && !('discriminator' in def)) throw new UnsupportedRuleError(at, 'xor')
      return { anyOf: def.options.map((option, index) => compile(option, `${at}|${index}`)) }
    case 'nullable':
      return { anyOf: [compile(def.innerType, at), { type: 'null' }] }
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: def.type }
    case 'unknown':
      return {}
    default:
      throw new UnsupportedRuleError(at, def.type)
  }
}

function compileObject({ shape, catchall }: core.$ZodObjectDef, at: string): Shape {
  if (catchall && typeOf(catchall) !== 'never') throw new UnsupportedRuleError(at, 'object with catchall')
  const properties: Record<string, Shape> = {}
  const optional: string[] = []
  for (const [key, value] of Object.entries(shape)) {
    const { def } = (value as core.$ZodTypes)._zod
    if (def.type === 'optional' && def.checks?.length)
      throw new UnsupportedRuleError(`${at}.${key}`, 'optional with checks')
    if (def.type === 'optional') optional.push(key)
    properties[key] = compile(def.type === 'optional' ? def.innerType : value, `${at}.${key}`)
  }
  return {
    type: 'object',
    properties,
    ...(optional.length > 0 ? { optional } : {}),
    ...(catchall ? { strict: true } : {}),
  }
}

function compileRecord({ keyType, valueType, partial }: core.$ZodRecordDef, at: string): Shape {
  const keys = compile(keyType as core.$ZodType, `${at} keys`)
  const values = compile(valueType as core.$ZodType, `${at}[]`)
  return { type: 'object', keys, values, ...(keys.enum && !partial ? { complete: true } : {}) }
}

const typeOf = (schema: core.$ZodType) => (schema as core.$ZodTypes)._zod.def.type

function addCheck(shape: Shape, given: core.$ZodCheckDef, at: string): void {
  const check = given as core.$ZodChecks['_zod']['def']
  if (check.check === 'min_length') narrow(shape, check.minimum, undefined)
  else if (check.check === 'max_length') narrow(shape, undefined, check.maximum)
  else if (check.check === 'greater_than') narrow(shape, bound(check, at), undefined)
  else if (check.check === 'less_than') narrow(shape, undefined, bound(check, at))
  else if (check.check === 'number_format' && check.format === 'safeint') shape.type = 'integer'
  else if (check.check === 'string_format') addFormat(shape, check, at)
  else throw new UnsupportedRuleError(at, given.check)
}

function bound(
  { value, inclusive, check }: core.$ZodCheckLessThanDef | core.$ZodCheckGreaterThanDef,
  at: string,
) {
  if (typeof value !== 'number' || !inclusive) throw new UnsupportedRuleError(at, check)
  return value
}

function narrow(shape: Shape, min: number | undefined, max: number | undefined): void {
  if (min !== undefined) shape.min = Math.max(min, shape.min ?? min)
  if (max !== undefined) shape.max = Math.min(max, shape.max ?? max)
}

/** Formats that zod checks by their pattern only. */
const BY_PATTERN = ['regex', 'uuid', 'datetime', 'starts_with']
/** The only protocol pattern for which zod also requires '//' after it. */
const HTTP = /^https?$/

function addFormat(
  shape: Shape,
  { format, pattern, protocol }: core.$ZodCheckStringFormatDef & { protocol?: RegExp },
  at: string,
): void {
  if (shape.pattern || shape.url) throw new UnsupportedRuleError(at, `second format ${format}`)
  if (format === 'url' && protocol) {
    if (protocol.source !== HTTP.source || protocol.flags)
      throw new UnsupportedRuleError(at, `protocol ${protocol}`)
    shape.url = 'http'
  } else if (format === 'url') shape.url = 'any'
  else if (BY_PATTERN.includes(format) && pattern && !pattern.flags)
    shape.pattern = nameOf(pattern) ?? pattern.source
  else throw new UnsupportedRuleError(at, format)
}

/** The key in PATTERNS of an identical pattern, so that long patterns are not repeated in the bundle. */
const nameOf = (pattern: RegExp) =>
  Object.entries(PATTERNS).find(([, known]) => known.source === pattern.source && !known.flags)?.[0]
