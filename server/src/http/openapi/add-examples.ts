import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { ERROR_EXAMPLE, EXAMPLES } from './examples.ts'

const JSON_TYPE = 'application/json'

/** Adds the examples to the document. */
export function addExamples(document: OpenApiDocument): OpenApiDocument {
  for (const { endpoint, body, answer } of EXAMPLES) {
    const operation = document.paths[toDocumentPath(endpoint)]?.[endpoint.method.toLowerCase()]
    if (!operation) continue
    if (body !== undefined) operation.requestBody!.content[JSON_TYPE]!.example = body
    operation.responses[endpoint.status]!.content![JSON_TYPE]!.example = answer
  }
  const { ErrorAnswer } = document.components.schemas
  if (ErrorAnswer) Object.assign(ErrorAnswer, { examples: [ERROR_EXAMPLE] })
  return document
}

/** The parts of the document that are changed after its generation. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks?: Record<string, object>
  components: { schemas: Record<string, object>; headers?: Record<string, object> }
}

interface DocumentedOperation {
  operationId: string
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<string, { content?: Record<string, MediaType>; headers?: Record<string, object> }>
}

interface MediaType {
  schema: object
  example?: unknown
}

/** The path of an endpoint as the OpenAPI document has it: parameters in braces, without a slash at its end. */
export const toDocumentPath = ({ service, path }: Pick<Endpoint, 'service' | 'path'>): string =>
  (SERVICES[service] + path).replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
