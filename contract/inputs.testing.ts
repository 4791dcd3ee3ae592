import { readdir } from 'node:fs/promises'
import type { core } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** A schema of a text somewhere in the input of an endpoint. */
export interface TextInput {
  /** 'DELETE /photos body.photoIds[]' */
  at: string
  schema: core.$ZodType
  isUuid: boolean
}

/** Lists all endpoints that modules of the contract export. */
export async function listContractEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('.', import.meta.url)
  const files = (await readdir(folder)).filter(name => /^[\w-]+\.ts$/.test(name))
  const modules = await Promise.all(files.map(name => import(/* @vite-ignore */ new URL(name, folder).href)))
  return modules.flatMap(module => Object.values(module)).filter(isEndpoint)
}

/** Every text in path, query and body of an endpoint. */
export function listTextInputs({ method, path, params, query, body }: Endpoint): TextInput[] {
  return Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    findTexts(schema, `${method} ${path} ${part}`),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'policy' in value && 'answer' in value
}

function findTexts(schema: core.$ZodType, at: string): TextInput[] {
  const { def } = (schema as core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [{ at, schema, isUuid: 'format' in def && def.format === 'uuid' }]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, each]) =>
        findTexts(each as core.$ZodType, `${at}.${key}`),
      )
    case 'array':
      return findTexts(def.element, `${at}[]`)
    case 'record':
      // The values are unrestricted; the rule is on the record itself.
      return [{ at: `${at}{}`, schema, isUuid: false }]
    case 'union':
      return def.options.flatMap((option, index) => findTexts(option, `${at}|${index}`))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return findTexts(def.innerType, at)
    case 'undefined':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'pipe':
      return []
    default:
      throw new Error(`${at}: texts of a '${def.type}' are not listed yet`)
  }
}
