import { ZodType } from 'zod'
import type { Shape } from './shape.ts'
import { shapeOf, UnsupportedRuleError } from './shape-of.ts'

/**
 * Source of the browser's version of a contract module: constants as they are, schemas as shapes, endpoints with the
 * shape of their answer and without their input (the server validates it, and forms use the real schemas of
 * `contract/input/`). Functions and schemas that have no equivalent shape are left out, so importing one fails the
 * build; an answer with such a schema throws. Every export is a single statement without side effects, so that the
 * bundler drops unused ones.
 */
export function compileContract(exports: Record<string, unknown>, shapeModule: string): string {
  const lines = Object.entries(exports).flatMap(([name, value]) => {
    const source = compileExport(name, value)
    return source === undefined ? [] : [`export const ${name} = ${source}`]
  })
  return [`import { shape } from ${JSON.stringify(shapeModule)}`, ...lines, ''].join('\n')
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
