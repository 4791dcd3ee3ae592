import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { ZodType } from 'zod'
import { compileSchema, UnsupportedRuleError } from './compile-schema.ts'

/**
 * Vite plugin: replaces a module of `contract/` by its browser version (see compileContract), so that the first page
 * does not load zod. Not replaced are modules of `contract/input/`, which forms load, with zod/mini, and those that have functions
 * and no zod: rules that server and page share.
 */
export function contractPlugin(root: URL): Plugin {
  const folder = fileURLToPath(new URL('./contract/', root))
  const schemaModule = fileURLToPath(new URL('./web/src/platform/contract/json-schema.ts', root))
  return {
    name: 'keepsake-contract',
    enforce: 'pre',
    async load(file) {
      if (!file.endsWith('.ts') || `${dirname(file)}/` !== folder) return undefined
      const [{ mtimeMs }, source] = await Promise.all([stat(file), readFile(file, 'utf8')])
      // Node caches modules by URL; the modification time makes a changed file a new URL.
      const module: Record<string, unknown> = await import(`${pathToFileURL(file)}?${mtimeMs}`)
      const hasFunctions = Object.values(module).some(each => typeof each === 'function')
      if (hasFunctions && !/from 'zod/.test(source)) return undefined
      const compiled = compileContract(module)
      const code = [
        `import { browserSchema } from ${JSON.stringify(schemaModule)}`,
        ...[...compiled].map(([name, source]) => `export const ${name} = ${source}`),
      ].join('\n')
      return { code, moduleType: 'js', moduleSideEffects: false }
    },
  }
}

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
