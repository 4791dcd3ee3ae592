import { toJSONSchema, ZodType, z } from 'zod'
import type { JsonShape } from './shape.ts'

/**
 * Source of the browser's twin of a contract module: constants as they are, schemas as shapes, endpoints with the
 * shape of their answer and without the schemas of their input (the types check that). Of functions only the rules for
 * what people type are taken along, by their name `…Problem`; they use nothing but exported constants. All others are
 * left out, so importing one fails the build. Exports stay single statements without effects: what is not used is
 * dropped.
 */
export function compileContract(exports: Record<string, unknown>, shapeModule: string): string {
  const lines = Object.entries(exports).flatMap(([name, value]) => {
    const source = typeof value === 'function' ? compileRule(name, value) : compileExport(value)
    return source === undefined ? [] : [`export const ${name} = ${source}`]
  })
  return [`import { shape } from ${JSON.stringify(shapeModule)}`, ...lines, ''].join('\n')
}

/** The shape of a schema's JSON; undefined for one that stands for no body. */
export function shapeOf(schema: ZodType): JsonShape | undefined {
  if (schema instanceof z.ZodUndefined) return undefined
  return shorten(toJSONSchema(schema, { io: 'input', reused: 'inline' }) as Json) as JsonShape
}

function compileRule(name: string, value: object): string | undefined {
  return name.endsWith('Problem') ? `${value}` : undefined
}

function compileExport(value: unknown): string | undefined {
  if (value instanceof ZodType) return compileSchema(value)
  if (!isEndpoint(value)) return JSON.stringify(value)
  const { method, service, path, policy, status } = value
  const head = JSON.stringify({ method, service, path, policy, status }).slice(1, -1)
  const answer = compileSchema(value.answer)
  return answer ? `{${head},"answer":${answer}}` : `{${head}}`
}

function compileSchema(schema: ZodType) {
  const json = shapeOf(schema)
  return json && `/* @__PURE__ */ shape(${JSON.stringify(json)})`
}

interface EndpointLike {
  method: string
  service: string
  path: string
  policy: string
  status: number
  answer: ZodType
}

function isEndpoint(value: unknown): value is EndpointLike {
  return typeof value === 'object' && value !== null && 'answer' in value && value.answer instanceof ZodType
}

const SAFE = Number.MAX_SAFE_INTEGER
/** Exact in zod, hundreds of characters long; these say the same but for the days of a month. */
const SHORT_PATTERNS: Record<string, string> = {
  uuid: '^[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$',
  'date-time':
    '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
}

const DROPPED = ['$schema', 'default', 'format', 'type', 'minimum', 'maximum', 'description', 'title']
const KEPT = ['required', 'enum', 'const', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems']
const BOUNDS = ['exclusiveMinimum', 'exclusiveMaximum']

/** The same rules in fewer letters. Throws on a keyword that shapes do not know: it must not pass unchecked. */
function shorten(json: Json): Json {
  const short: Json = {}
  for (const [keyword, value] of Object.entries(json)) {
    if (keyword === 'properties') short.properties = mapValues(value as Record<string, Json>, shorten)
    else if (['anyOf', 'oneOf', 'allOf'].includes(keyword)) short[keyword] = (value as Json[]).map(shorten)
    else if (['items', 'propertyNames', 'additionalProperties'].includes(keyword)) {
      short[keyword] = typeof value === 'object' ? shorten(value as Json) : value
    } else if (KEPT.includes(keyword) || BOUNDS.includes(keyword)) short[keyword] = value
    else if (!DROPPED.includes(keyword)) throw new Error(`Shapes do not know '${keyword}'`)
  }
  // A list of the values says their type, too; integers are safe ones by themselves.
  if (!('enum' in json || 'const' in json)) if (json.type) short.type = json.type
  if (json.minimum !== undefined && json.minimum !== -SAFE) short.minimum = json.minimum
  if (json.maximum !== undefined && json.maximum !== SAFE) short.maximum = json.maximum
  if (json.format === 'uri') short.format = 'uri'
  const pattern = typeof json.format === 'string' && json.pattern ? SHORT_PATTERNS[json.format] : undefined
  if (pattern) short.pattern = pattern
  return short
}

type Json = Record<string, unknown>

function mapValues<T>(from: Record<string, T>, to: (value: T) => T) {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, to(value)]))
}
