import { z } from 'zod'
import type {
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { CONTINUING_WORK } from '#contract/continuing-work.ts'
import { type Endpoint, type Policy, SERVICES } from '#contract/endpoint.ts'
import { ERRORS, type ErrorCode, errorAnswer } from '#contract/errors.ts'
import { ANSWERS_STEP_UP, SESSION_HEADER } from '#contract/session.ts'
import examples from './examples.json' with { type: 'json' }
import { createHeaders } from './headers.ts'
import { getSecurity } from './security.ts'

/** Creates the operation of an endpoint, with the schemas of the contract and its example. */
export function createOperation(endpoint: Endpoint, operationId: string): ZodOpenApiOperationObject {
  const { params, query, body, receivesFile, stepUp } = endpoint
  const example = EXAMPLES[toExampleKey(endpoint)]
  const requestParams = Object.entries({ path: params, query, header: getHeaders(endpoint) })
    .filter(([, schema]) => schema.type !== 'undefined')
    .map(([location, schema]) => [location, withoutPreprocessing(schema as z.ZodObject)])
  const content = receivesFile ? describeFiles(receivesFile) : describeJson(body, example?.body)
  return {
    operationId,
    summary: endpoint.summary,
    description: describeCall(endpoint),
    tags: [endpoint.service],
    security: getSecurity(endpoint),
    ...(stepUp && { 'x-step-up': stepUp }),
    requestParams: Object.fromEntries(requestParams),
    ...(content && { requestBody: { required: true, content } }),
    responses: { ...describeSuccess(endpoint, example?.answer), ...describeErrors(endpoint) },
  }
}

/** A request and its answer, of the calls that client teams use first. */
const EXAMPLES: Record<string, { body?: unknown; answer: unknown }> = examples.operations

/** 'GET /api/photo-management/albums' */
export const toExampleKey = ({ method, service, path }: Endpoint): string =>
  `${method} ${SERVICES[service]}${path}`

/** The path of an endpoint as the OpenAPI document has it: parameters in braces, without a slash at its end. */
export const toDocumentPath = ({ service, path }: Pick<Endpoint, 'service' | 'path'>): string =>
  (SERVICES[service] + path).replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')

/** Replaces z.preprocess by the schema behind it: the library takes a parameter that any value may be for optional. */
const withoutPreprocessing = ({ shape }: z.ZodObject) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, part]) => [
        name,
        part instanceof z.ZodPipe && part.in instanceof z.ZodTransform ? part.out : part,
      ]),
    ),
  )

function getHeaders({ policy, sendsRanges, isConditional }: Endpoint): z.ZodType {
  if (isConditional) return z.object({ 'if-match': z.string().optional() })
  if (sendsRanges) return z.object({ range: z.string().optional() })
  return policy === 'session' ? z.object({ [SESSION_HEADER]: z.enum(['1', ANSWERS_STEP_UP]) }) : z.undefined()
}

/** Describes who may call, how often, and what the client must know beyond the schemas. */
function describeCall({
  policy,
  serviceScope,
  requestsPerMinute,
  receivesFile,
  sendsRanges,
  reportsDeletedAccount,
  isConditional,
  stepUp,
  scope,
}: Endpoint) {
  return [
    CREDENTIAL_BY_POLICY[policy],
    ...(serviceScope ? [`The token needs the scope \`${serviceScope}\`.`] : []),
    ...(scope ? [`Accepts an API key with the scope \`${scope}\`.`] : []),
    ...(requestsPerMinute === undefined
      ? []
      : [
          `At most ${requestsPerMinute} calls a minute ${policy === 'customer' ? 'of one customer' : 'from one network address'}.`,
        ]),
    ...(receivesFile ? ['The body is the file itself; its type is detected from its content.'] : []),
    ...(sendsRanges ? ['Ranges are supported: a download can be resumed.'] : []),
    ...(isConditional
      ? [
          'With If-Match it changes nothing and answers 412 when the replaced state is not the one of the entity tag.',
        ]
      : []),
    ...(stepUp ? [STEP_UP[stepUp]] : []),
    ...(reportsDeletedAccount ? ['The valid token of a deleted account is answered with 404.'] : []),
  ].join(' ')
}

const STEP_UP = {
  always: 'Needs a recent sign-in, else 401 `step-up-required` (RFC 9470).',
  'by-body': 'Depending on the body it needs a recent sign-in, else 401 `step-up-required` (RFC 9470).',
} as const

const CREDENTIAL_BY_POLICY: Record<Policy, string> = {
  public: 'Needs no credential.',
  customer: 'Needs the access token of a customer.',
  business: 'Needs the access token of a business customer.',
  session: "Needs the cookies of the web's session, from the same origin.",
  signed: 'The signed address is the credential; it expires.',
  service: 'Needs the token of a service of the retailer.',
  'upload-session': 'Needs the upload token of a phone.',
}

function describeSuccess(endpoint: Endpoint, example: unknown): ZodOpenApiResponsesObject {
  const { status, answer, sendsFile, sendsRanges, mayContinue, continues } = endpoint
  const content = sendsFile ? describeFiles(sendsFile) : describeJson(answer, example)
  const describe = (status: number, description: string) => ({
    [status]: { description, headers: createHeaders(endpoint, status), ...(content && { content }) },
  })
  return {
    ...describe(
      status,
      status === 202 ? describeRest(continues) : sendsFile ? 'The file' : content ? 'The answer' : 'Done',
    ),
    ...(mayContinue && describe(202, describeRest(continues))),
    ...(sendsRanges && describe(206, 'The range of the file')),
  }
}

const describeRest = (work: Endpoint['continues']) =>
  work && CONTINUING_WORK[work] === 'activity'
    ? `The answer so far; GET /account/activity tells the rest as its item of the kind ${work}`
    : `The answer so far; the rest is told by ${work && CONTINUING_WORK[work]}`

const describeFiles = (types: readonly string[]): ZodOpenApiContentObject =>
  Object.fromEntries(types.map(type => [type, { schema: BINARY_SCHEMA }]))

/** Lists all codes that a call may answer: its own, those of its policy and those of every call. */
function listErrorCodes({
  errors,
  body,
  policy,
  reportsDeletedAccount,
  isConditional,
  stepUp,
}: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...errors,
    ...(isConditional ? (['precondition-failed'] as const) : []),
    ...(stepUp ? (['step-up-required'] as const) : []),
    ...(body.type === 'undefined' ? [] : (['too-large', 'unsupported-type'] as const)),
    ...ERRORS_BY_POLICY[policy],
    ...(reportsDeletedAccount ? (['not-found'] as const) : []),
    'bad-request',
    'misdirected-request',
    'unexpected',
    'unavailable',
  ]
  return [...new Set(codes)]
}

const BINARY_SCHEMA = { type: 'string', format: 'binary' } as const

const ERRORS_BY_POLICY: Record<Policy, readonly ErrorCode[]> = {
  public: ['too-many-requests'],
  customer: ['unauthorized', 'insufficient-scope', 'too-many-requests'],
  business: ['unauthorized', 'forbidden', 'insufficient-scope', 'too-many-requests'],
  session: ['forbidden', 'too-many-requests'],
  signed: [],
  service: ['unauthorized', 'insufficient-scope'],
  'upload-session': ['unauthorized', 'gone', 'too-many-requests'],
}

function describeErrors(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const codesByStatus = Map.groupBy(listErrorCodes(endpoint), code => ERRORS[code])
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(code => `\`${code}\``).join(', '),
        headers: createHeaders(endpoint, status),
        content: describeJson(errorAnswer),
      },
    ]),
  )
}

/** Returns the content of a body or an answer; undefined where there is none. */
const describeJson = (schema: z.ZodType, example?: unknown): ZodOpenApiContentObject | undefined =>
  schema.type === 'undefined'
    ? undefined
    : { 'application/json': { schema, ...(example !== undefined && { example }) } }
