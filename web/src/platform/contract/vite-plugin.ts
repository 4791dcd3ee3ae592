import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { type core, toJSONSchema, ZodType } from 'zod'
import { FORMATS, type JsonSchema } from './json-schema.ts'

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

/**
 * Returns the JSON Schema that accepts what the schema accepts; undefined for z.undefined(), which means no body. Throws
 * UnsupportedRuleError for every rule that it would not check, so that the browser checks every rule. Two differences,
 * neither of which matters for the server's answers: a key that a plain object does not declare stays in the value, and an
 * address that zod would trim is refused.
 */
export function compileSchema(schema: core.$ZodType, at: string): JsonSchema | undefined {
  if (schema._zod.def.type === 'undefined') return undefined
  const { $schema, ...compiled } = toJSONSchema(schema, {
    io: 'input',
    // Types without an equivalent are refused below, with their path.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const { def } = zodSchema._zod
      assertSupported(def, [at, ...path].join('.'))
      reduceKeywords(jsonSchema as JsonSchema, 'protocol' in def)
    },
  })
  return compiled as JsonSchema
}

/** A rule of a schema that the browser would not check. */
export class UnsupportedRuleError extends Error {
  override name = 'UnsupportedRuleError'

  constructor(at: string, rule: string) {
    super(`${at}: the browser's version of the contract cannot check '${rule}'`)
  }
}

function assertSupported(def: core.$ZodTypes['_zod']['def'], at: string): void {
  const supported = SUPPORTED_KEYS_BY_TYPE[def.type]
  if (!supported) throw new UnsupportedRuleError(at, def.type)
  const key = Object.keys(def).find(each => isSet(def[each as keyof typeof def]) && !supported.includes(each))
  if (key) throw new UnsupportedRuleError(at, `${def.type} with ${key}`)
  // With a discriminator at most one option accepts a value, so exclusive and inclusive are the same.
  if (def.type === 'union' && def.inclusive === false && !('discriminator' in def))
    throw new UnsupportedRuleError(at, 'xor')
  if (def.type === 'object' && def.catchall && def.catchall._zod.def.type !== 'never')
    throw new UnsupportedRuleError(at, 'object with catchall')
  // A schema such as z.uuid() is its own first check.
  const ownChecks = 'check' in def ? [def as core.$ZodCheckDef] : []
  const checks = [
    ...ownChecks,
    ...(def.checks ?? []).map(each => each._zod.def),
  ] as core.$ZodChecks['_zod']['def'][]
  for (const check of checks) if (!isSupported(check)) throw new UnsupportedRuleError(at, check.check)
  if (checks.filter(each => each.check === 'string_format').length > 1)
    throw new UnsupportedRuleError(at, 'second format')
}

/** The parts of a definition that are compiled; a schema with any other part is refused. */
const COMMON_KEYS = ['type', 'checks', 'error', 'abort']
const SUPPORTED_KEYS_BY_TYPE: Partial<Record<string, string[]>> = {
  string: [...COMMON_KEYS, 'check', 'format', 'pattern', 'protocol', 'offset', 'local'],
  number: [...COMMON_KEYS, 'check', 'format'],
  boolean: COMMON_KEYS,
  null: COMMON_KEYS,
  unknown: COMMON_KEYS,
  literal: [...COMMON_KEYS, 'values'],
  enum: [...COMMON_KEYS, 'entries'],
  array: [...COMMON_KEYS, 'element'],
  object: [...COMMON_KEYS, 'shape', 'catchall'],
  record: [...COMMON_KEYS, 'keyType', 'valueType', 'partial'],
  union: [...COMMON_KEYS, 'options', 'discriminator', 'inclusive'],
  nullable: [...COMMON_KEYS, 'innerType'],
  optional: ['type', 'innerType'],
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== false

function isSupported(check: core.$ZodChecks['_zod']['def']): boolean {
  switch (check.check) {
    case 'min_length':
    case 'max_length':
      return true
    case 'greater_than':
    case 'less_than':
      return typeof check.value === 'number' && check.inclusive
    case 'number_format':
      return check.format === 'safeint'
    case 'string_format':
      return isSupportedFormat(check)
    default:
      return false
  }
}

function isSupportedFormat(check: core.$ZodCheckStringFormatDef & { protocol?: RegExp }): boolean {
  const { format, pattern, protocol } = check
  if (format === 'url') return !protocol || (protocol.source === HTTP_PROTOCOL.source && !protocol.flags)
  // Formats that zod checks by their pattern only.
  return ['regex', 'uuid', 'datetime', 'starts_with'].includes(format) && pattern?.flags === ''
}

/** The only protocol pattern for which zod also requires '//' after it. */
const HTTP_PROTOCOL = /^https?$/

/** Reduces zod's JSON Schema to the keywords that json-schema.ts checks. */
function reduceKeywords(schema: JsonSchema, isHttp: boolean): void {
  const { format, pattern } = schema
  if (format && format !== 'uri') {
    const isKnown = FORMATS[format]?.source === pattern
    delete schema[isKnown ? 'pattern' : 'format']
  }
  if (isHttp) schema.pattern = '^[hH][tT][tT][pP][sS]?://'
  // An integer is a safe one in any case.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
