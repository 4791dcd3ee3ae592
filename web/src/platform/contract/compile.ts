import { ZodType } from 'zod'
import { compileSchema, UnsupportedRuleError } from './compile-schema.ts'

/**
 * Returns the sources of the browser's versions of a contract module's exports: constants as they are, schemas as JSON Schema, endpoints
 * with the schema of their answer and without their input (the server validates it, and forms use the real schemas of
 * `contract/input/`). Functions and schemas that have no equivalent are left out, so importing one fails the build; an
 * answer with such a schema throws. Every source is an expression without side effects that uses `browserSchema`.
 */
export function compileContract(exports: Record<string, unknown>): Map<string, string> {
  const compiled = Object.entries(exports).map(([name, value]) => [name, compileExport(name, value)] as const)
  return new Map(compiled.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function compileExport(name: string, value: unknown): string | undefined {
  if (typeof value === 'function') return undefined
  if (value instanceof ZodType) return compileSchemaExport(name, value)
  if (!isEndpoint(value)) return JSON.stringify(value)
  const { method, service, path, policy, status } = value
  const head = JSON.stringify({ method, service, path, policy, status }).slice(1, -1)
  const answer = toSource(value.answer, `${name}.answer`)
  return answer ? `{${head},"answer":${answer}}` : `{${head}}`
}

/** Returns the source of an exported schema; undefined if it has no equivalent. */
function compileSchemaExport(name: string, schema: ZodType): string | undefined {
  try {
    return toSource(schema, name)
  } catch (error) {
    if (error instanceof UnsupportedRuleError) return undefined
    throw error
  }
}

function toSource(schema: ZodType, at: string): string | undefined {
  const compiled = compileSchema(schema, at)
  return compiled && `/* @__PURE__ */ browserSchema(${JSON.stringify(compiled)})`
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
