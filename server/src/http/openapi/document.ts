import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callbackPayload } from '#contract/callback-payload.ts'
import { type Endpoint, SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { addExamples, type OpenApiDocument } from './add-examples.ts'
import { addHeaders } from './add-headers.ts'
import { createOperation, describePartsWithoutSchema } from './operation.ts'
import { SECURITY_SCHEMES } from './security.ts'

/** The interface is for the retailer's client teams and partners (SPDX has no identifier for that). */
const LICENSE = { name: 'For partners of the retailer', identifier: 'LicenseRef-Partners' }

/**
 * Creates options of the OpenAPI plugin. The document lists only endpoints of the contract that are mounted. Pages,
 * sockets, tus and signed addresses are described in docs/api.md, and what webhooks have in common in docs/callbacks.md, which
 * become the `description` of the document.
 */
export function createOpenApiOptions(): FastifyDynamicSwaggerOptions {
  const names = createContractNames()
  const options = { schemaRegistry: names.schemas, zodToJsonConfig: { override: simplifySchema } }
  const transformOperation = createJsonSchemaTransform(options)
  const addComponents = createJsonSchemaTransformObject(options)
  const endpoints = new Map<string, Endpoint>()
  return {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Keepsake', version: '1', description: readDescription(), license: LICENSE },
      servers: [{ url: '/', description: 'The host of the brand, unless its /config.json names others' }],
      tags: (Object.keys(SERVICES) as ServiceKey[]).map(name => ({
        name,
        description: DESCRIPTION_BY_TAG[name],
      })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform(document) {
      const { url, route } = document
      const { endpoint } = route.config ?? {}
      if (!endpoint || route.method === 'HEAD') return { schema: { hide: true }, url }
      const operationId = names.getOperationId(endpoint)
      endpoints.set(operationId, endpoint)
      const schema: FastifySchema = createOperation(endpoint, operationId)
      const transformedSchema = transformOperation({ ...document, schema } as never).schema as FastifySchema
      const { response, ...otherParts } = describePartsWithoutSchema(endpoint)
      return {
        schema: {
          ...transformedSchema,
          ...otherParts,
          response: { ...(transformedSchema.response as object), ...response },
        },
        // Both forms are mounted; the one without a slash is documented (see toDocumentPath).
        url: url.replace(/\/$/, ''),
      }
    },
    transformObject: document =>
      addHeaders(
        addExamples(removeUnusedSchemas(addWebhooks(addComponents(document as never) as OpenApiDocument))),
        endpoints,
      ),
  }
}

/**
 * Removes from a JSON schema what zod adds: `additionalProperties: false` unless the contract's object is strict, because
 * responses may gain fields; patterns that repeat a format; the format 'starts_with', which only zod knows and a pattern
 * repeats; and the bounds of safe integers.
 */
function simplifySchema({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: unknown
  jsonSchema: z.core.JSONSchema.BaseSchema
}) {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties
  if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern
  if (jsonSchema.format === 'starts_with') delete jsonSchema.format
  // Records with given keys, which zod lists as required names without their schemas.
  if (def.type === 'record' && jsonSchema.required) {
    const { required, additionalProperties } = jsonSchema
    jsonSchema.properties = Object.fromEntries(
      required.map(name => [name, additionalProperties as z.core.JSONSchema.BaseSchema]),
    )
    delete jsonSchema.propertyNames
    delete jsonSchema.additionalProperties
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Removes schemas without a reference: the plugin adds each one as input and as output, and most are used as one. */
function removeUnusedSchemas(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components
  const usedNames = new Set<string>()
  const addReferences = (part: object) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (usedNames.has(name!)) continue
      usedNames.add(name!)
      addReferences(schemas[name!]!)
    }
  }
  addReferences(document.paths)
  addReferences(document.webhooks ?? {})
  const usedSchemas = Object.entries(schemas).filter(([name]) => usedNames.has(name))
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(usedSchemas) } }
}

const DESCRIPTION_BY_TAG: Record<ServiceKey, string> = {
  photoManagement: 'Photos, albums, the timeline, the bin, and the import of an old library',
  sharedAlbums: 'Albums shared with others',
  downloads: 'Zips of chosen photos',
  photoExport: 'The whole library as zips',
  tempSelections: 'Selections of photos for an editor',
  storageStatus: 'How long the library is kept',
  uploads: 'Results of uploads. Files are sent by tus: see ‘Uploads: tus 1.0’',
  push: 'Web sockets, which are no operations: see ‘Sockets’',
  account: 'The security of the account, its password and its address, and closing it',
  subscriptions: 'Newsletters',
  customers: "The customer's data, addresses and business details",
  orders: 'Orders',
  vouchers: 'Vouchers',
  invoices: 'Invoices',
  complaints: 'Reported problems with ordered products',
  callbacks: 'Callbacks to systems of business customers: see ‘Callbacks’',
  apiKeys: 'API keys of business customers, and their calls',
  productFiles: 'PDFs of products',
  projects: 'Saved projects',
  storage: 'Stored pictures',
  sftpAccess: 'Files of business customers by SFTP',
  widgets: 'Widgets and the gallery',
  withdrawals: 'Withdrawals from contracts',
  merchandise: 'Names of articles',
  session: "The web's session; apps get their tokens as in ‘Native apps’",
  configuration: 'Configuration of the web',
  media: 'Signed addresses of pictures',
  reports: 'Reports of errors',
}

const FOLDER = new URL('../../../../docs/', import.meta.url)

/**
 * Reads the description of the OpenAPI document, docs/api.md, which describes what operations cannot: tokens, native
 * apps, tus, sockets, paging, limits and errors; and docs/callbacks.md as a section of it. The title and links to other files of
 * the repository are removed.
 */
function readDescription(): string {
  const api = readFile('api.md').replace(/^# .*\n+/, '')
  const callbacks = readFile('callbacks.md').replace(/^#/gm, '##')
  return `${api}\n${callbacks}`
}

const readFile = (name: string) =>
  readFileSync(new URL(name, FOLDER), 'utf8').replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')

interface ContractNames {
  /** The operationId of an endpoint: the name of its export. Throws for an endpoint that no module exports. */
  getOperationId(endpoint: Endpoint): string
  /** The schemas that become components, each with its name as `id`. */
  schemas: z.core.$ZodRegistry<{ id?: string }>
}

const CONTRACT = join(import.meta.dirname, '../../../../contract')

/** All modules of the contract, in which the exports are that give names to operations and schemas. */
const contractModules: readonly object[] = await Promise.all(
  readdirSync(CONTRACT)
    .filter(name => /^[\w-]+\.ts$/.test(name))
    .toSorted()
    .map(name => import(join(CONTRACT, name))),
)

/**
 * Creates the names of the OpenAPI document, from which client generators derive functions and types: those of the
 * contract's exports. Answers and bodies without a name are named after their operation.
 */
function createContractNames(): ContractNames {
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

/** Adds the callbacks of the latest version, by their types; docs/callbacks.md describes what they have in common. */
function addWebhooks(document: OpenApiDocument): OpenApiDocument {
  const webhooks = callbackPayload.options.map(({ shape }) => {
    const type = shape.type.value
    return [type, { post: createWebhook(type) }] as const
  })
  return { ...document, webhooks: Object.fromEntries(webhooks) }
}

type CallbackType = (typeof callbackPayload.options)[number]['shape']['type']['value']

const createWebhook = (type: CallbackType) => ({
  operationId: `receive${toSchemaName(type)}`,
  summary: SUMMARIES[type],
  description: 'Verify the signature before you read the body: see ‘Callbacks’.',
  tags: ['callbacks'],
  security: [],
  parameters: HEADERS.map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${toSchemaName(type)}` } } },
  },
  responses: {
    '2XX': { description: 'The callback was stored; it is not sent again.' },
    '401': {
      description: 'The signature is not valid; the callback is sent again, as after any other status.',
    },
    '410': { description: 'Callbacks are turned off.' },
  },
})

/** Returns the name of the schema, that of its export: 'order.changed' is OrderChangedCallback. */
const toSchemaName = (type: string) =>
  `${type.replace(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Callback`

const HEADERS = [
  ['webhook-id', 'The id of the event, the same in every attempt and replay.'],
  ['webhook-timestamp', 'When the attempt was made, in seconds since 1970.'],
  ['webhook-signature', 'A signature of each secret that signs, separated by spaces (Standard Webhooks).'],
  ['keepsake-version', 'The version of the body.'],
] as const

const SUMMARIES: Record<CallbackType, string> = {
  'order.changed': 'A customer sees something else of an order',
  'invoice.ready': 'The PDF of an invoice, a credit note or a collective invoice is ready',
  'order-file.accepted': 'The order of a file was placed',
  'order-file.refused': 'A file is no order, or its order was refused',
  'product-file.ready': 'The printable PDF of an ordered product has arrived',
  'api-key.expiring': 'An API key ends in 30, 7 or 1 days',
  test: 'A test that a person sent',
}
