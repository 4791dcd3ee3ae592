import { ZodType } from 'zod'
import type { Shape } from './shape.ts'
import { shapeOf, UnsupportedRuleError } from './shape-of.ts'

/**
 * Sources of the browser's versions of a contract module's exports: constants as they are, schemas as shapes, endpoints
 * with the shape of their answer and without their input (the server validates it, and forms use the real schemas of
 * `contract/input/`). Functions and schemas that have no equivalent shape are left out, so importing one fails the
 * build; an answer with such a schema throws. Every source is an expression without side effects that uses `shape`.
 */
export function compileContract(exports: Record<string, unknown>): Map<string, string> {
  const compiled = new Map<string, string>()
  for (const [name, value] of Object.entries(exports)) {
    const source = compileExport(name, value)
    if (source !== undefined) compiled.set(name, source)
  }
  return compiled
}

function compileExport(name: string, value: unknown): string | undefined {
  if (typeof value === 'function') return undefined
  if (value instanceof ZodType) return compileSchema(name, value)
  if (!isEndpoint(value)) return JSON.stringify(value)
  const { method, service, path, policy, status } = value
  const head = JSON.stringify({ method, service, path, policy, status }).slice(1, -1)
  const answer = sourceOf(shapeOf(value.answer, `${name}.answer`))
  return answer ? `{${head},"answer":${answer}}` : `{${head}}`
}

function compileSchema(name: string, schema: ZodType): string | undefined {
  try {
    return sourceOf(shapeOf(schema, name))
  } catch (error) {
    if (error instanceof UnsupportedRuleError) return undefined
    throw error
  }
}

const sourceOf = (shape: Shape | undefined) => shape && `/* @__PURE__ */ shape(${JSON.stringify(shape)})`

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
