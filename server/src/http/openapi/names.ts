import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { contractModules } from './contract-modules.ts'

export interface ContractNames {
  /** The operationId of an endpoint: the name of its export. Throws for an endpoint of an unlisted module. */
  getOperationId(endpoint: Endpoint): string
  /** The schemas that become components, each with its name as `id`. */
  schemas: z.core.$ZodRegistry<{ id?: string }>
}

/**
 * Creates the names of the OpenAPI document, from which client generators derive functions and types: those of the
 * contract's exports. Answers and bodies without a name are named after their operation.
 */
export function createContractNames(): ContractNames {
  const namedExports = contractModules.flatMap(module => Object.entries(module))
  const operationIds = new Map<unknown, string>()
  const schemas = z.registry<{ id?: string }>()
  const add = (schema: z.core.$ZodType, id: string) => {
    if (COMPONENT_TYPES.has((schema as z.ZodType).type) && !schemas.has(schema)) schemas.add(schema, { id })
  }
  for (const [name, value] of namedExports)
    if (value instanceof z.core.$ZodType) add(value, toComponentName(name))
  for (const [name, value] of namedExports) {
    if (!isEndpoint(value)) continue
    operationIds.set(value, name)
    add(value.answer, `${capitalize(name)}Answer`)
    add(value.body, capitalize(name))
  }
  return {
    schemas,
    getOperationId(endpoint) {
      const name = operationIds.get(endpoint)
      if (!name)
        throw new Error(`${endpoint.method} ${endpoint.path} is exported by no module of the contract`)
      return name
    },
  }
}

/** Types whose schemas get a name; texts and numbers are inlined. */
const COMPONENT_TYPES: ReadonlySet<string> = new Set(['object', 'enum', 'union', 'record'])

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Schemas of a call's input get the suffix 'Input' in the document, so no name may end with it. */
const toComponentName = (name: string) => capitalize(name).replace(/Input$/, 'Form')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'policy' in value && 'answer' in value
