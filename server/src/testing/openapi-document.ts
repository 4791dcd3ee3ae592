import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from '../http/app.ts'
import { toDocumentPath } from '../http/openapi/operation.ts'

/** The parts of the OpenAPI document that tests read. */
export interface OpenApiDocument {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, { post: OpenApiWebhook }>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, { description: string }>
    securitySchemes: Record<string, object>
  }
}

export interface OpenApiOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<
    string,
    { description: string; headers: Record<string, object>; content?: Record<string, MediaType> }
  >
}

export interface OpenApiWebhook extends Omit<OpenApiOperation, 'responses'> {
  parameters: NonNullable<OpenApiOperation['parameters']>
  responses: Record<string, { description: string }>
}

interface MediaType {
  schema: JsonSchema
  example?: unknown
}

type JsonSchema = Record<string, unknown>

/** Fetches the document as clients load it. */
export async function fetchDocument({ http }: App): Promise<OpenApiDocument> {
  return (await http.inject('/api/docs/json')).json()
}

/** Finds the operation of an endpoint; undefined when the document does not list it. */
export const findOperation = (document: OpenApiDocument, endpoint: Endpoint) =>
  document.paths[toDocumentPath(endpoint)]?.[endpoint.method.toLowerCase()]
