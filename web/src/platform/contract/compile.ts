import { ZodType } from 'zod'
import type { Shape } from './shape.ts'
import { shapeOf, UnsupportedRuleError } from './shape-of.ts'

/**
 * Sources of the browser's versions of a contract module's exports: constants as they are, schemas as shapes, endpoints
 * with the shape of their answer and without their input (the server validates it, and forms use the real schemas of
 * `contract/input/`). Functions and schemas that have no equivalent shape are left out, so importing one fails the
 * build; an answer with such a schema throws. Every source is an expression without side effects that uses `shape`, and
 * the names of `shared` for what is in it.
 */
export function compileContract(
  exports: Record<string, unknown>,
  shared: SharedShapes = new Map(),
): Map<string, string> {
  const compiled = new Map<string, string>()
  for (const [name, value] of Object.entries(exports)) {
    const source = compileExport(name, value, shared)
    if (source !== undefined) compiled.set(name, source)
  }
  return compiled
}

/** Names of exported schemas by their shapes as JSON: a shape that is a part of others is in the bundle once. */
export type SharedShapes = ReadonlyMap<string, string>

/** The shapes of a module's exported schemas that are worth a reference, as JSON, by the names of the exports. */
export function shareableShapes(exports: Record<string, unknown>): Map<string, string> {
  const shapes = new Map<string, string>()
  for (const [name, value] of Object.entries(exports)) {
    const shape = value instanceof ZodType ? supportedShapeOf(name, value) : undefined
    const text = JSON.stringify(shape) ?? ''
    if (text.length >= SHARED_FROM) shapes.set(name, text)
  }
  return shapes
}

/** Least characters of a shape that is shared; a reference has about thirty. */
const SHARED_FROM = 150

function compileExport(name: string, value: unknown, shared: SharedShapes): string | undefined {
  if (typeof value === 'function') return undefined
  if (value instanceof ZodType) return schemaSource(supportedShapeOf(name, value), shared)
  if (!isEndpoint(value)) return JSON.stringify(value)
  const { method, service, path, policy, status } = value
  const head = JSON.stringify({ method, service, path, policy, status }).slice(1, -1)
  const answer = shapeOf(value.answer, `${name}.answer`)
  return answer ? `{${head},"answer":${schemaOf(sourceOf(answer, shared))}}` : `{${head}}`
}

/** The shape of a schema; undefined if it has none. */
function supportedShapeOf(name: string, schema: ZodType): Shape | undefined {
  try {
    return shapeOf(schema, name)
  } catch (error) {
    if (error instanceof UnsupportedRuleError) return undefined
    throw error
  }
}

/** The schema of an export: its parts may be shared, itself is what others share. */
const schemaSource = (shape: Shape | undefined, shared: SharedShapes) =>
  shape && schemaOf(partsSource(shape, shared))

const schemaOf = (definition: string) => `/* @__PURE__ */ shape(${definition})`

function sourceOf(value: unknown, shared: SharedShapes): string {
  const name = shared.get(JSON.stringify(value))
  return name === undefined ? partsSource(value, shared) : `${name}.definition`
}

function partsSource(value: unknown, shared: SharedShapes): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(each => sourceOf(each, shared))}]`
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${sourceOf(each, shared)}`)}}`
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
