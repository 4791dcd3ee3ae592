import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { type Endpoint, SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { addExamples, type OpenApiDocument } from './add-examples.ts'
import { addHeaders } from './add-headers.ts'
import { addWebhooks } from './add-webhooks.ts'
import { readDescription } from './description.ts'
import { createContractNames } from './names.ts'
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
