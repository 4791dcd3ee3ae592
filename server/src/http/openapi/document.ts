import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { z } from 'zod'
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
} from 'zod-openapi'
import { callbackPayload } from '#contract/callback-payload.ts'
import type { Endpoint, ServiceKey } from '#contract/endpoint.ts'
import { errorAnswer } from '#contract/errors.ts'
import examples from './examples.json' with { type: 'json' }
import { HEADERS } from './headers.ts'
import { createOperation, toDocumentPath } from './operation.ts'
import { SECURITY_SCHEMES } from './security.ts'

/** The interface is for the retailer's client teams and partners (SPDX has no identifier for that). */
const LICENSE = { name: 'For partners of the retailer', identifier: 'LicenseRef-Partners' }

/**
 * Creates options of the OpenAPI plugin, which serves the document and creates it when it is first read. It lists only endpoints
 * of the contract that are mounted. Pages, sockets, tus and signed addresses are described in docs/api.md, and what webhooks have
 * in common in docs/callbacks.md, which become the `description` of the document.
 */
export function createOpenApiOptions(): FastifyDynamicSwaggerOptions {
  const endpoints: Endpoint[] = []
  return {
    openapi: {},
    transform({ url, route }) {
      const { endpoint } = route.config ?? {}
      if (endpoint && route.method !== 'HEAD') endpoints.push(endpoint)
      return { schema: { hide: true }, url }
    },
    // The plugin has types of its own for the same document.
    transformObject: () => createOpenApiDocument(endpoints) as never,
  }
}

function createOpenApiDocument(endpoints: readonly Endpoint[]): oas31.OpenAPIObject {
  const { schemas, getOperationId } = createContractNames()
  const paths = new Map<string, ZodOpenApiPathItemObject>()
  for (const endpoint of endpoints) {
    const path = toDocumentPath(endpoint)
    const operation = createOperation(endpoint, getOperationId(endpoint))
    paths.set(path, { ...paths.get(path), [endpoint.method.toLowerCase()]: operation })
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Keepsake', version: '1', description: readDescription(), license: LICENSE },
      servers: [{ url: '/', description: 'The host of the brand, unless its /config.json names others' }],
      tags: Object.entries(DESCRIPTION_BY_TAG).map(([name, description]) => ({ name, description })),
      paths: Object.fromEntries(paths),
      webhooks: createWebhooks(),
      components: { schemas, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
    },
    { override: simplifySchema },
  )
  return removeUnusedSchemas(document)
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
  if (zodSchema === errorAnswer) jsonSchema.examples = [examples.error]
}

/** Removes schemas without a reference: the library adds all that have a name. */
function removeUnusedSchemas(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const { paths, webhooks, components = {} } = document
  const usedNames = new Set<string>()
  const addReferences = (part: object) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (usedNames.has(name!)) continue
      usedNames.add(name!)
      addReferences(components.schemas![name!]!)
    }
  }
  addReferences([paths, webhooks])
  const usedSchemas = Object.entries(components.schemas!).filter(([name]) => usedNames.has(name))
  return { ...document, components: { ...components, schemas: Object.fromEntries(usedSchemas) } }
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
  withdrawals: 'Withdrawals from contracts',
  invoices: 'Invoices',
  complaints: 'Reported problems with ordered products',
  callbacks: 'Callbacks to systems of business customers: see ‘Callbacks’',
  apiKeys: 'API keys of business customers, and their calls',
  productFiles: 'PDFs of products',
  projects: 'Saved projects',
  storage: 'Stored pictures',
  sftpAccess: 'Files of business customers by SFTP',
  widgets: 'Widgets and the gallery',
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
  /** The schemas that become components, by their names. */
  schemas: Record<string, z.ZodType>
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
  const names = new Map<z.ZodType, string>()
  const add = (schema: z.ZodType, name: string) => {
    if (COMPONENT_TYPES.has(schema.type) && !names.has(schema)) names.set(schema, capitalize(name))
  }
  for (const [name, value] of namedExports)
    if (value instanceof z.core.$ZodType) add(value as z.ZodType, name)
  for (const [name, value] of namedExports) {
    if (!isEndpoint(value)) continue
    operationIds.set(value, name)
    add(value.answer, `${name}Answer`)
    add(value.body, name)
  }
  return {
    schemas: Object.fromEntries([...names].map(([schema, name]) => [name, schema])),
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

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'policy' in value && 'answer' in value

/** Creates the callbacks of the latest version, by their types; docs/callbacks.md describes what they have in common. */
const createWebhooks = () =>
  Object.fromEntries(
    callbackPayload.options.map(schema => [schema.shape.type.value, { post: createWebhook(schema) }]),
  )

type Callback = (typeof callbackPayload.options)[number]
type CallbackType = Callback['shape']['type']['value']

function createWebhook(schema: Callback): ZodOpenApiOperationObject {
  const type = schema.shape.type.value
  return {
    operationId: `receive${toPascalCase(type)}Callback`,
    summary: SUMMARIES[type],
    description: 'Verify the signature before you read the body: see ‘Callbacks’.',
    tags: ['callbacks'],
    security: [],
    parameters: CALLBACK_HEADERS.map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'The callback was stored; it is not sent again.' },
      '401': {
        description: 'The signature is not valid; the callback is sent again, as after any other status.',
      },
      '410': { description: 'Callbacks are turned off.' },
    },
  }
}

const toPascalCase = (type: string) =>
  type.replace(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase())

const CALLBACK_HEADERS = [
  ['webhook-id', 'The id of the event, the same in every attempt and replay.'],
  ['webhook-timestamp', 'When the attempt was made, in seconds since 1970.'],
  ['webhook-signature', 'A signature of each secret that signs, separated by spaces (Standard Webhooks).'],
  ['keepsake-version', 'The version of the body.'],
  ['keepsake-event-number', 'The number of the event.'],
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
