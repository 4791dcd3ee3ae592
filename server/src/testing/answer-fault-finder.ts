import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorAnswer } from '#contract/errors.ts'
import { findOperation, type OpenApiDocument, type OpenApiOperation } from './openapi-document.ts'

export interface CheckedAnswer {
  status: number
  contentType: string | undefined
  /** Undefined where the answer has none, or a stream. */
  body: string | undefined
  isHead: boolean
  /** Names, in lower case. */
  headers: readonly string[]
}

/**
 * Describes how an answer differs from the document, with the operationId and the position; undefined when it does
 * not.
 */
export type AnswerFaultFinder = (endpoint: Endpoint, answer: CheckedAnswer) => string | undefined

type Schema = Record<string, unknown>

/** The id of the document's schemas inside the validator. */
const DEFINITIONS = 'urn:keepsake:openapi'

/**
 * Creates a function that finds differences between answers and the document. Objects are closed: clients ignore
 * unknown fields, but all sent fields must be declared. Schemas are compiled at their first answer, once per process.
 */
export function createAnswerFaultFinder(document: OpenApiDocument): AnswerFaultFinder {
  const closedDocument = rewriteReferences(DEFINITIONS, closeObjects(document)) as OpenApiDocument
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    validateSchema: false,
  })
  addFormats.default(ajv)
  ajv.addSchema({ $id: DEFINITIONS, $defs: closedDocument.components.schemas })
  const validators = new Map<Schema, ValidateFunction>()
  const getValidator = (schema: Schema) => {
    const validator = validators.get(schema) ?? ajv.compile(schema)
    validators.set(schema, validator)
    return validator
  }
  return (endpoint, answer) => {
    const operation = findOperation(closedDocument, endpoint)
    const fault = operation ? findFault(operation, answer, getValidator) : 'is not in the document'
    const { operationId = 'no operation' } = operation ?? {}
    return fault && `${operationId} (${endpoint.method} ${endpoint.path}) ${answer.status}: ${fault}`
  }
}

function findFault(
  { responses }: OpenApiOperation,
  { status, contentType, body, isHead, headers }: CheckedAnswer,
  getValidator: (schema: Schema) => ValidateFunction,
): string | undefined {
  const response = responses[status]
  if (!response) return `the status is not declared: ${body}`
  const headerFault = findHeaderFault(status, Object.keys(response.headers), headers)
  if (headerFault) return headerFault
  if (isHead) return
  const { content } = response
  if (!content) return body ? `a body although none is declared: ${body}` : undefined
  const type = contentType?.split(';')[0]
  const schema = content[type ?? '']?.schema
  if (!schema) return `the content type ${contentType} is not declared`
  if (type !== 'application/json') return
  const value = JSON.parse(body ?? '')
  const validate = getValidator(schema)
  if (!validate(value)) {
    const [error] = validate.errors!
    return `${error!.instancePath || '/'} ${error!.message} ${JSON.stringify(error!.params)}`
  }
  if (status >= 400 && !response.description.includes(`\`${getCode(value)}\``))
    return `the code ${getCode(value)} is not declared`
}

/** Compares the headers that clients act on. */
function findHeaderFault(
  status: number,
  described: readonly string[],
  sent: readonly string[],
): string | undefined {
  const names = described.map(name => name.toLowerCase())
  const unknown = sent.find(name => ACTED_ON.has(name) && !names.includes(name))
  if (unknown) return `the header ${unknown} is not declared`
  // Of a 403 only a missing scope has a challenge.
  const isOptional = (name: string) => name === 'www-authenticate' && status === 403
  const missing = names.find(name => ALWAYS_SENT.has(name) && !isOptional(name) && !sent.includes(name))
  if (missing) return `the header ${missing} is declared and not sent`
}

const ALWAYS_SENT = new Set([
  'x-correlation-id',
  'www-authenticate',
  'retry-after',
  'content-disposition',
  'accept-ranges',
  'content-range',
])

/** Others are those of HTTP itself and of security, or, of a limit, added afterwards. */
const ACTED_ON = new Set([...ALWAYS_SENT, 'etag', 'location', 'link'])

const getCode = (error: unknown) => (error as ErrorAnswer).code

const rewriteReferences = (id: string, document: unknown): unknown =>
  JSON.parse(JSON.stringify(document).replaceAll('"#/components/schemas/', `"${id}#/$defs/`))

/** Copies a schema so that its objects allow no other fields than those that it declares. */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects)
  if (typeof schema !== 'object' || schema === null) return schema
  const closedSchema = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, closeObjects(part)]),
  )
  const isObject =
    closedSchema.type === 'object' && closedSchema.properties && !('additionalProperties' in closedSchema)
  return isObject ? { ...closedSchema, additionalProperties: false } : closedSchema
}
